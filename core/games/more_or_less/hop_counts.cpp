#include "core/games/more_or_less/hop_counts.h"

#include <cstdint>

namespace schiri::more_or_less {

namespace {

HopCounts counted(const Board& board, Bits occupied) {
  std::array<std::uint8_t, point_count> numbers{};
  for (const Jump& jump : board.jumps()) {
    const Bits over = occupied >> jump.over & 1;
    numbers[jump.from] += static_cast<std::uint8_t>(over & ~(occupied >> jump.to));
    numbers[jump.to] += static_cast<std::uint8_t>(over & ~(occupied >> jump.from));
  }
  HopCounts counts{};
  for (std::size_t at = 0; at < point_count; ++at) {
    for (std::size_t i = 0; i < HopCounts::digits; ++i) {
      counts.sets[i] |= Bits{numbers[at]} >> i << 63 >> (63 - at);
    }
  }
  return counts;
}

struct Entry {
  Bits key = 0;  // never that of a position
  HopCounts counts{};
};

constexpr int entry_bits = 10;

constinit thread_local std::array<Entry, std::size_t{1} << entry_bits> known{};

}  // namespace

const HopCounts& hop_counts(BoardSize size, Bits occupied) {
  const Bits key = occupied | Bits{1} << 63 | static_cast<Bits>(size) << 62;
  Entry& entry = known[key * 0x9e3779b97f4a7c15u >> (64 - entry_bits)];
  if (entry.key != key) entry = {key, counted(board_of(size), occupied)};
  return entry.counts;
}

}  // namespace schiri::more_or_less
