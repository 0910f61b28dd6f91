#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/errors.h"
#include "db/games/store.h"

namespace schiri::db {

/// A value of SQLite's; std::monostate is null. Blobs come as hexadecimal digits.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

/// A statement that cannot be run: it cannot be parsed, names something that does not exist, or
/// would do more than read this database.
struct SqlError : InputError {
  using InputError::InputError;
};

/// Runs one statement that only reads, for at most this many seconds; comments and semicolons may
/// stand around it. `columns` gets the names before the first row, made distinct (`n`, `n:2`);
/// `row` returns whether to go on. Throws SqlError, also for a value of more than 64 MiB that the
/// statement makes, and StoreError when the time is up. The store must be open for reading.
void run_sql(const Store& store, const std::string& text, double seconds,
             const std::function<void(const std::vector<std::string>&)>& columns,
             const std::function<bool(const std::vector<SqlValue>&)>& row);

}  // namespace schiri::db
