#include "db/position_index/position_page.h"

#include <limits>

#include "db/position_index/board_page.h"

namespace schiri::db {

namespace {

/// A page ends with the key that makes it larger than this, so most pages fit one page of SQLite.
constexpr std::size_t full_page = 3900;

/// The games of one key: their number, then for each the difference of its id, and its turn.
void append_group(std::span<const PositionEntry> group, std::string& out) {
  append_number(group.size(), out);
  std::int64_t before = 0;
  for (const PositionEntry& entry : group) {
    append_number(static_cast<std::uint64_t>(entry.game - before), out);
    append_number(entry.turn, out);
    before = entry.game;
  }
}

}  // namespace

void write_pages(std::span<const PositionEntry> entries,
                 const std::function<void(std::uint32_t, const std::string&)>& page) {
  std::string bytes;
  std::uint32_t first = 0, before = 0;
  for (std::size_t i = 0; i < entries.size();) {
    std::size_t end = i;
    while (end < entries.size() && entries[end].key == entries[i].key) ++end;
    if (bytes.empty()) first = before = entries[i].key;
    append_number(entries[i].key - before, bytes);
    before = entries[i].key;
    append_group(entries.subspan(i, end - i), bytes);
    i = end;
    if (bytes.size() < full_page && i < entries.size()) continue;
    page(first, bytes);
    bytes.clear();
  }
}

bool read_page(std::uint32_t first_key, std::string_view bytes,
               const std::function<void(const PositionEntry&)>& visitor) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint32_t>::max();
  constexpr std::uint64_t largest_id = std::numeric_limits<std::int64_t>::max();
  if (bytes.empty()) return false;
  NumberReader reader(bytes);
  PositionEntry entry{first_key, 0, 0};
  for (bool is_first = true; !reader.done(); is_first = false) {
    const auto step = reader.next(), count = reader.next();
    const bool ascends = step && count && *count > 0 && *step <= largest - entry.key &&
                         (is_first ? *step == 0 : *step > 0);
    if (!ascends) return false;
    entry.key += static_cast<std::uint32_t>(*step);
    entry.game = 0;
    for (std::uint64_t i = 0; i < *count; ++i) {
      const auto difference = reader.next(), turn = reader.next();
      const bool is_valid = difference && turn && *turn <= largest && *difference > 0 &&
                            *difference <= largest_id - static_cast<std::uint64_t>(entry.game);
      if (!is_valid) return false;
      entry.game += static_cast<std::int64_t>(*difference);
      entry.turn = static_cast<std::uint32_t>(*turn);
      visitor(entry);
    }
  }
  return true;
}

}  // namespace schiri::db
