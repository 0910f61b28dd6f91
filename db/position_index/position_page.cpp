#include "db/position_index/position_page.h"

#include "db/position_index/numbers.h"

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

void read_page(std::uint32_t first_key, std::string_view bytes,
               const std::function<void(const PositionEntry&)>& visitor) {
  NumberReader reader(bytes);
  PositionEntry entry{first_key, 0, 0};
  while (!reader.done()) {
    const auto step = reader.next(), count = reader.next();
    if (!step || !count) return;
    entry.key += static_cast<std::uint32_t>(*step);
    entry.game = 0;
    for (std::uint64_t i = 0; i < *count; ++i) {
      const auto difference = reader.next(), turn = reader.next();
      if (!difference || !turn) return;
      // Unsigned, so that invalid pages cannot cause an overflow.
      entry.game = static_cast<std::int64_t>(static_cast<std::uint64_t>(entry.game) + *difference);
      entry.turn = static_cast<std::uint32_t>(*turn);
      visitor(entry);
    }
  }
}

}  // namespace schiri::db
