#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace schiri::db {

/// A game that reaches a position with this key after this many turns.
struct PositionEntry {
  std::uint32_t key = 0;
  std::uint32_t turn = 0;
  std::int64_t game = 0;

  friend bool operator==(const PositionEntry&, const PositionEntry&) = default;
};

/// Cuts entries, sorted by key and game, into pages: calls `page(first key, bytes)` for each page.
/// All entries of a key are in one page.
void write_pages(std::span<const PositionEntry> entries,
                 const std::function<void(std::uint32_t, const std::string&)>& page);

/// Visits the entries of a page; returns false at bytes that write_pages() does not write.
[[nodiscard]] bool read_page(std::uint32_t first_key, std::string_view bytes,
                             const std::function<void(const PositionEntry&)>& visitor);

}  // namespace schiri::db
