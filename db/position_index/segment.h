#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/sqlite/statement.h"

/// Rows of the index that several sources of this folder read.
namespace schiri::db {

/// The largest number of a segment; the first is 1.
inline constexpr std::int64_t most_segments = 1 << 30;

inline std::int64_t segment_in(const Column& column) { return column.between(1, most_segments); }

/// The id of a page: of positions by its lowest key, of boards by its number.
inline std::int64_t page_id(std::int64_t segment, std::uint32_t number) {
  return (segment << 32) + std::int64_t{number};
}

/// The segments in the order of their games.
inline std::vector<std::int64_t> segments_of(SQLite::Database& database) {
  std::vector<std::int64_t> segments;
  Statement select(database, "SELECT id FROM position_segment ORDER BY id");
  while (select.executeStep()) segments.push_back(segment_in(select.getColumn(0)));
  return segments;
}

/// Games of the index at positions with the upper 32 bits of this key, ascending: a superset of the
/// games through the position, and perhaps games that were removed or changed.
std::vector<std::int64_t> games_of_key(SQLite::Database& database, std::uint64_t key);

/// The key of a position. Throws StartError.
std::uint64_t key_of_start(const std::string& game, const std::string& variant,
                           const std::string& position, const std::string& roll = {});

class BoardDictionary;

/// Visits the pages of a segment's boards with their dictionary. Throws SQLite::Exception
/// (SQLITE_CORRUPT) if there is none or it is invalid.
void visit_board_pages(
    SQLite::Database& database, std::int64_t segment,
    const std::function<void(const BoardDictionary&, std::string_view page)>& visitor);

/// Throws SQLite::Exception (SQLITE_CORRUPT).
[[noreturn]] void reject_boards();

}  // namespace schiri::db
