#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "db/sqlite/statement.h"

namespace schiri::db {

/// A number as SQLite keeps it, and back: the same 64 bits.
inline std::int64_t to_stored(std::uint64_t number) { return static_cast<std::int64_t>(number); }
/// A count of rows, of which there are never more than the largest number of SQLite's.
inline std::int64_t to_stored_count(std::uint64_t count) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  return count > static_cast<std::uint64_t>(most) ? most : static_cast<std::int64_t>(count);
}
inline std::uint64_t from_stored(std::int64_t number) { return static_cast<std::uint64_t>(number); }

/// Binds a text without copying it, so the text must live until the statement has run.
inline void bind_text(Statement& statement, int index, const std::string& text) {
  statement.bindNoCopy(index, text);
}
/// A temporary text would be gone before it is used.
void bind_text(Statement& statement, int index, std::string&& text) = delete;
/// Binds null for a null pointer.
inline void bind_text_or_null(Statement& statement, int index, const std::string* text) {
  if (text) {
    statement.bindNoCopy(index, *text);
  } else {
    statement.bind(index);
  }
}

/// Binds null for nothing.
inline void bind_or_null(Statement& statement, int index, const std::optional<double>& number) {
  if (number) {
    statement.bind(index, *number);
  } else {
    statement.bind(index);
  }
}
inline std::optional<double> number_or_none(const Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getDouble());
}

/// Binds a text as bind_text does, or a number.
inline void bind_uncopied(Statement& statement, int index, const std::string& text) {
  bind_text(statement, index, text);
}
void bind_uncopied(Statement& statement, int index, std::string&& text) = delete;
inline void bind_uncopied(Statement& statement, int index, std::int64_t number) {
  statement.bind(index, number);
}

}  // namespace schiri::db
