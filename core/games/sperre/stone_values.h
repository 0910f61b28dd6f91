#pragma once

#include <array>
#include <cstddef>

#include "core/games/sperre/board.h"

namespace schiri::sperre {

/// What a stone is worth to its owner on each square, in hundredths of a stone beside its goal, by
/// side. Two squares are one move, so an odd distance counts little more than the next even one.
inline constexpr auto stone_values = [] {
  constexpr std::array<int, size> by_distance = {100, 100, 92, 50, 44, 22, 18, 7, 4};
  std::array<std::array<int, 100>, 2> table{};
  for (const Side side : {Side::white, Side::black}) {
    for (Bits left = board; left; left &= left - 1) {
      const Place at = lowest(left);
      table[index(side)][at] = by_distance[static_cast<std::size_t>(distance(at, goal_of(side)))];
    }
  }
  return table;
}();

constexpr int value_of_stone(Side side, Place at) { return stone_values[index(side)][at]; }

}  // namespace schiri::sperre
