#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

#include "core/games/sperre/turn.h"

namespace schiri::sperre {

/// Squares without a stone; each side has nine stones.
inline constexpr unsigned free_squares = size * size - 2 * stones_per_side;

/// The number of ways to displace the n enemy stones beside the square on which a move ended,
/// including none.
///
/// One after the other, each at most once, onto any free square, those just left included: the
/// outcomes are all placements of n stones on the 63 free squares and the n that they came from.
/// (For any such set of squares, each stone outside it goes straight to one of its free squares;
/// and no order of displacing them leads to other squares.) So it is C(63 + n, n): 1, 64, 2080,
/// 45760, 766480.
inline constexpr auto ways_to_displace = [] {
  std::array<std::uint64_t, most_displacements + 1> ways{1};
  for (std::uint64_t n = 1; n < ways.size(); ++n) ways[n] = ways[n - 1] * (free_squares + n) / n;
  return ways;
}();

/// Visits every outcome once: sets of sources with sets of targets of equal size, both ascending.
struct AllDisplacements {
  /// Completes a turn whose displacements so far leave these sources and targets. False if the
  /// visitor stopped.
  template <class Visitor>
  bool operator()(Turn& turn, Bits sources, Bits targets, Visitor& visitor) const {
    if (!visitor(std::as_const(turn))) return false;
    if (!sources) return true;
    Displacement& next = turn.displacements[turn.displaced];
    for (; sources; sources &= sources - 1) {
      next.from = lowest(sources);
      for (Bits left = targets; left; left &= left - 1) {
        next.to = lowest(left);
        ++turn.displaced;
        const bool go_on = (*this)(turn, sources & (sources - 1), left & (left - 1), visitor);
        --turn.displaced;
        if (!go_on) return false;
      }
    }
    next = {};
    return true;
  }
};

/// All squares by side, ordered for stones of this side that the other side displaces.
using SquareOrder = std::array<std::array<Place, size * size>, 2>;

/// The squares sorted by `rank(side, square)`.
template <class Rank>
constexpr SquareOrder ranked_squares(const Rank& rank) {
  SquareOrder order{};
  for (const Side side : {Side::white, Side::black}) {
    auto& squares = order[index(side)];
    auto next = squares.begin();
    for (const Place square : places(board)) *next++ = square;
    std::sort(squares.begin(), squares.end(),
              [&](Place a, Place b) { return rank(side, a) < rank(side, b); });
  }
  return order;
}

/// The squares farthest from a side's goal rank first; among equals those at the left and right
/// edge, on which stones obstruct the other side least.
constexpr std::tuple<int, int, Place> far_rank(Side side, Place at) {
  const int middle = column_of(goal_of(side));
  const int aside = std::max(column_of(at) - middle, middle - column_of(at));
  return {-distance(at, goal_of(side)), -aside, at};
}
inline constexpr SquareOrder far_squares = ranked_squares(far_rank);

/// The squares on which a side's stone neither approaches its goal nor defends the other side's:
/// two moves from the latter and more from the former if possible.
inline constexpr SquareOrder aside_squares = ranked_squares([](Side side, Place at) {
  const int near_a_goal = -std::min(distance(at, goal_of(side)), 4) -
                          std::min(distance(at, goal_of(opponent(side))), 5);
  return std::tuple(near_a_goal, at);
});

/// Visits each set of sources once, with the free squares farthest from their owner's goal as
/// targets.
struct FarDisplacements {
  Side displaced;

  template <class Visitor>
  bool operator()(Turn& turn, Bits sources, Bits targets, Visitor& visitor) const {
    for (Bits chosen = sources;; chosen = (chosen - 1) & sources) {
      set_displacements(turn, chosen, farthest(targets, count(chosen)));
      if (!visitor(std::as_const(turn))) return false;
      if (!chosen) return true;
    }
  }

 private:
  Bits farthest(Bits targets, int wanted) const {
    Bits found = 0;
    for (auto at = far_squares[index(displaced)].begin(); wanted > 0; ++at) {
      if (!(targets & bit(*at))) continue;
      found |= bit(*at);
      --wanted;
    }
    return found;
  }
};

}  // namespace schiri::sperre
