#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/errors.h"
#include "db/games/store.h"

namespace schiri::db {

/// A value of SQLite; std::monostate is null. Blobs are returned as hexadecimal digits.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

/// A statement that cannot be run: it is invalid, refers to an unknown table or column, or would do
/// more than read this database.
struct SqlError : InputError {
  using InputError::InputError;
};

/// Runs one read-only statement with a time limit in seconds; comments and semicolons around it are
/// permitted. `columns` gets the names before the first row, made distinct (`n`, `n:2`); `row`
/// returns whether to go on. Throws SqlError, also for a value of more than 64 MiB that the
/// statement makes, and StoreError on timeout. The store must be open for reading.
void run_sql(const Store& store, const std::string& text, double seconds,
             const std::function<void(const std::vector<std::string>&)>& columns,
             const std::function<bool(const std::vector<SqlValue>&)>& row);

}  // namespace schiri::db
