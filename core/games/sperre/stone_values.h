#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

#include "core/games/sperre/displacements.h"
#include "core/games/sperre/position.h"

namespace schiri::sperre {

/// What a stone is worth to its owner on each square, in hundredths of a stone beside its goal.
struct StoneValues {
  std::array<std::array<int, 100>, 2> values{};  ///< by side and square
  /// All squares by side, the best first, for stones of this side that the other one displaces.
  std::array<std::array<Place, size * size>, 2> dumps = far_squares;

  constexpr int of(Side side, Place at) const { return values[index(side)][at]; }
};

using ValueByDistance = std::array<int, size>;

// Two squares are one move, so an odd distance counts little more than the next even one.
inline constexpr ValueByDistance attacking = {100, 100, 92, 50, 44, 22, 18, 7, 4};

/// A stone counts by its distances from its own goal and, as a defender, from the opponent's.
constexpr StoneValues stone_values_by(const ValueByDistance& defending) {
  StoneValues stones;
  for (const Side side : {Side::white, Side::black}) {
    for (Bits left = board; left; left &= left - 1) {
      const Place at = lowest(left);
      stones.values[index(side)][at] =
          attacking[static_cast<std::size_t>(distance(at, goal_of(side)))] +
          defending[static_cast<std::size_t>(distance(at, goal_of(opponent(side))))];
    }
  }
  return stones;
}

/// Displaced stones go where they are worth the least: along the edge columns.
constexpr StoneValues with_dumps_by_value(StoneValues stones) {
  for (const Side side : {Side::white, Side::black}) {
    std::array<std::size_t, 100> far_rank{};
    for (std::size_t i = 0; i < far_squares[index(side)].size(); ++i) {
      far_rank[far_squares[index(side)][i]] = i;
    }
    auto& dumps = stones.dumps[index(side)];
    const auto rank = [&](Place at) { return std::tuple(stones.of(side, at), far_rank[at]); };
    std::sort(dumps.begin(), dumps.end(), [&](Place a, Place b) { return rank(a) < rank(b); });
  }
  return stones;
}

/// By what the dice lock. A die should hold as many of the displaced stones as can be: they are put
/// into an edge column where columns are locked, and else into the row farthest from their goal.
inline constexpr std::array<StoneValues, 3> stone_values = {
    with_dumps_by_value(stone_values_by({45, 45, 35, 18})),
    stone_values_by({45, 45, 35, 18}),
    stone_values_by({25, 25, 20, 10}),
};

constexpr const StoneValues& stone_values_of(const Variant& variant) {
  return stone_values[static_cast<std::size_t>(variant.lock)];
}

}  // namespace schiri::sperre
