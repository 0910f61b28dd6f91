#include "core/games/more_or_less/board.h"

#include <cstdint>

namespace schiri::more_or_less {

namespace {

// The published rules describe the board, but do not show it. This is our reading: a regular
// decagon, its chords and diameters, and a point at each crossing.
constexpr std::string_view lines_51[] = {
    // outer chords
    "E0 D0 C1 C2 D2 E3",
    "E1 D1 C2 C3 D3 E4",
    "E2 D2 C3 C4 D4 E5",
    "E3 D3 C4 C5 D5 E6",
    "E4 D4 C5 C6 D6 E7",
    "E5 D5 C6 C7 D7 E8",
    "E6 D6 C7 C8 D8 E9",
    "E7 D7 C8 C9 D9 E0",
    "E8 D8 C9 C0 D0 E1",
    "E9 D9 C0 C1 D1 E2",
    // inner chords
    "C0 B0 A1 A2 B2 C3",
    "C1 B1 A2 A3 B3 C4",
    "C2 B2 A3 A4 B4 C5",
    "C3 B3 A4 A5 B5 C6",
    "C4 B4 A5 A6 B6 C7",
    "C5 B5 A6 A7 B7 C8",
    "C6 B6 A7 A8 B8 C9",
    "C7 B7 A8 A9 B9 C0",
    "C8 B8 A9 A0 B0 C1",
    "C9 B9 A0 A1 B1 C2",
    // diameters
    "E0 C0 A0 O A5 C5 E5",
    "E1 C1 A1 O A6 C6 E6",
    "E2 C2 A2 O A7 C7 E7",
    "E3 C3 A3 O A8 C8 E8",
    "E4 C4 A4 O A9 C9 E9",
    // the rim
    "E0 E1",
    "E1 E2",
    "E2 E3",
    "E3 E4",
    "E4 E5",
    "E5 E6",
    "E6 E7",
    "E7 E8",
    "E8 E9",
    "E9 E0",
};

constexpr std::string_view lines_31[] = {
    // outer chords
    "E0 D0 C1 C2 D2 E3",
    "E1 D1 C2 C3 D3 E4",
    "E2 D2 C3 C4 D4 E5",
    "E3 D3 C4 C5 D5 E6",
    "E4 D4 C5 C6 D6 E7",
    "E5 D5 C6 C7 D7 E8",
    "E6 D6 C7 C8 D8 E9",
    "E7 D7 C8 C9 D9 E0",
    "E8 D8 C9 C0 D0 E1",
    "E9 D9 C0 C1 D1 E2",
    // diameters
    "E0 C0 O C5 E5",
    "E1 C1 O C6 E6",
    "E2 C2 O C7 E7",
    "E3 C3 O C8 E8",
    "E4 C4 O C9 E9",
    // the rim
    "E0 E1",
    "E1 E2",
    "E2 E3",
    "E3 E4",
    "E4 E5",
    "E5 E6",
    "E6 E7",
    "E7 E8",
    "E8 E9",
    "E9 E0",
};

constexpr Board boards[] = {Board(lines_51), Board(lines_31)};

static_assert(std::popcount(boards[0].points()) == 51 && boards[0].jumps().size() == 105);
static_assert(std::popcount(boards[1].points()) == 31 && boards[1].jumps().size() == 55);

}  // namespace

const Board& board_of(BoardSize size) { return boards[static_cast<std::size_t>(size)]; }

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
