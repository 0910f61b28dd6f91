#include "core/games/sperre/features.h"

namespace schiri::sperre {

namespace {

Bits seen(Bits stones, bool from_behind, bool mirrored) {
  if (!from_behind && !mirrored) return stones;
  Bits result = 0;
  for (const Place at : places(stones)) {
    const int row = from_behind ? 10 - row_of(at) : row_of(at);
    const int column = mirrored ? 10 - column_of(at) : column_of(at);
    result |= bit(place(column, row));
  }
  return result;
}

}  // namespace

std::array<std::uint64_t, 5> features_of(const Position& position, Side side, int symmetry) {
  const bool from_behind = side == Side::black, mirrored = symmetry > 0;
  const Lock lock = position.variant().lock;
  const bool swaps_dice =
      (mirrored && lock == Lock::columns) || (from_behind && lock == Lock::rows);
  const Bits own = seen(position.stones(side), from_behind, mirrored);
  const Bits enemy = seen(position.stones(opponent(side)), from_behind, mirrored);
  std::uint64_t locks = 0;
  for (const Die die : dice) {
    constexpr std::array<std::size_t, 3> swapped = {1, 0, 2};
    const std::size_t number = swaps_dice ? swapped[index(die)] : index(die);
    const unsigned top = position.tops()[index(die)];
    const unsigned column = mirrored ? 10 - top : top, row = from_behind ? 10 - top : top;
    if (lock != Lock::rows) locks |= std::uint64_t{1} << (9 * number + column - 1);
    if (lock != Lock::columns) locks |= std::uint64_t{1} << (30 + 9 * number + row - 1);
    if (position.last_tilted() == die) locks |= std::uint64_t{1} << (27 + number);
  }
  return {static_cast<std::uint64_t>(own), static_cast<std::uint64_t>(own >> 64),
          static_cast<std::uint64_t>(enemy), static_cast<std::uint64_t>(enemy >> 64), locks};
}

}  // namespace schiri::sperre
