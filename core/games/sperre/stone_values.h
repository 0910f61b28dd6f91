#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

#include "core/games/sperre/displacements.h"
#include "core/games/sperre/position.h"

namespace schiri::sperre {

/// The value of a stone for its owner on each square, in hundredths of a stone beside its goal.
struct StoneValues {
  std::array<std::array<int, 100>, 2> values{};  ///< by side and square
  SquareOrder dumps = far_squares;               ///< targets of displaced stones

  constexpr int of(Side side, Place at) const { return values[index(side)][at]; }
};

using ValueByDistance = std::array<int, size>;

// A move covers two squares, so an odd distance counts little more than the next even one.
inline constexpr ValueByDistance attacking = {100, 100, 92, 50, 44, 22, 18, 7, 4};
// A stone near the opponent's goal; less if stones are locked twice as often.
inline constexpr ValueByDistance defending = {45, 45, 35, 18};
inline constexpr ValueByDistance often_locked_defending = {25, 25, 20, 10};

/// A stone counts by its distances from its own goal and, as a defender, from the opponent's.
constexpr StoneValues stone_values_for(Lock lock) {
  const ValueByDistance& defenders = lock == Lock::both ? often_locked_defending : defending;
  StoneValues stones;
  for (const Side side : {Side::white, Side::black}) {
    for (const Place at : places(board)) {
      stones.values[index(side)][at] =
          attacking[static_cast<std::size_t>(distance(at, goal_of(side)))] +
          defenders[static_cast<std::size_t>(distance(at, goal_of(opponent(side))))];
    }
  }
  // A die should lock as many of the displaced stones as possible: if it locks columns alone, they
  // go to the edge column of least value; otherwise to the row farthest from their goal.
  if (lock == Lock::columns) {
    stones.dumps = ranked_squares(
        [&](Side side, Place at) { return std::tuple(stones.of(side, at), far_rank(side, at)); });
  }
  return stones;
}

inline constexpr std::array<StoneValues, 3> stone_values = {
    stone_values_for(Lock::columns), stone_values_for(Lock::rows), stone_values_for(Lock::both)};

constexpr const StoneValues& stone_values_of(const Variant& variant) {
  return stone_values[static_cast<std::size_t>(variant.lock)];
}

}  // namespace schiri::sperre
