#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/sqlite/statement.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/record.h"

namespace schiri::db {

/// Splits a game into the columns of its rows, and rebuilds it. Thread-safe.
struct RecordRow {
  RecordRow() = default;
  /// Of a record that is checked and canonical. `game`: its name in the table of games; `variant`
  /// is never empty; `ending`: by the rules.
  RecordRow(const Record& record, std::string game, std::string variant,
            const std::optional<Ending>& ending, std::size_t turns);

  /// The record without its movetext and trailing comments, written with the same bytes as the
  /// original record.
  Record record() const;

  std::string event;
  std::string site;
  std::string date;
  std::string round;
  std::string white;
  std::string black;
  std::string result;
  std::string game;
  std::string variant;
  std::optional<std::string> position;
  std::optional<std::string> roll;
  std::optional<std::string> termination;
  std::optional<std::string> other_tags;  ///< JSON, [[name, value], ...]
  std::optional<std::uint64_t> hash;
  std::optional<std::string> outcome;  ///< by the rules
  std::optional<std::string> reason;
  std::uint64_t turns = 0;
  std::string movetext;  ///< compact
  std::optional<std::string> comments;
  /// A hash of what identifies a game that is imported again, except its names, which may be
  /// aliases.
  std::uint64_t identity = 0;
};

/// The row of a valid record, with missing tags from the options; moves from the record. A position
/// that is the usual start is left out, or is the roll of that start, and numbers of rounds lose
/// leading zeros: what means the same is stored alike.
RecordRow row_of(CheckedRecord& checked, const CheckOptions& defaults);

/// Whether a text can be a row's `other_tags`.
bool are_tags(const std::string& text);

/// The text of a stored game's result, which is valid as long as the column. Throws
/// SQLite::Exception if it is no result.
std::string_view stored_result(const Column& column);
/// The result of a stored game; nullopt for an unfinished one.
std::optional<Outcome> stored_outcome(std::string_view result);

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
/// The same without its movetext and the comments behind the result.
StoredRecord stored_tags(Statement& row);

}  // namespace schiri::db
