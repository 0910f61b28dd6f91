#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "db/sqlite/statement.h"

namespace schiri::db {

/// A hash as an integer of SQLite: the same 64 bits, which Statement::hash() reads.
inline std::int64_t to_stored(std::uint64_t number) { return static_cast<std::int64_t>(number); }
/// A count of rows, which always fits into SQLite's integers.
inline std::int64_t to_stored_count(std::uint64_t count) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  return count > static_cast<std::uint64_t>(most) ? most : static_cast<std::int64_t>(count);
}

/// Ids as a list of SQL: `(1, 2)`.
inline std::string id_list(const std::vector<std::int64_t>& ids) {
  std::string list;
  for (const std::int64_t id : ids) list += (list.empty() ? "" : ", ") + std::to_string(id);
  return "(" + list + ")";
}

/// A text to bind, null for an empty one.
inline const std::string* text_or_null(const std::string& text) {
  return text.empty() ? nullptr : &text;
}
inline std::optional<double> number_or_none(const Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getDouble());
}

}  // namespace schiri::db
