#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/sqlite/statement.h"
#include "notation/records/record.h"

namespace schiri::db {

/// A stored record, complete.
struct StoredRecord {
  std::int64_t id = 0;
  std::optional<std::uint64_t> number;  ///< in an event that was played here
  Record record;
};

/// The FROM clause for games with their names, as tables `game`, `event`, `white` and `black`.
extern const char* const from_named_games;
/// Selects all columns of a record from the table `game`; conditions may follow.
extern const std::string select_records;
/// A record from a row of `select_records`. Throws SQLite::Exception for values that no record can
/// have.
StoredRecord stored_record(Statement& row);

}  // namespace schiri::db
