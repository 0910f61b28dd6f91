#pragma once

#include <array>
#include <bit>

#include "core/games/more_or_less/board.h"

/// Counts of the hops of a position, for its evaluation and its features.
namespace schiri::more_or_less {

/// The number of hops from each point over a stone to an empty point, as binary numbers: bit p of
/// the k-th set is bit k of the number of point p.
struct HopCounts {
  /// Because lines meet in at most 10 directions.
  static constexpr std::size_t digits = 4;
  static_assert(Board::max_rays < 1 << digits);

  std::array<Bits, digits> sets;

  /// The sum of the numbers of some points.
  int total(Bits points) const {
    int sum = 0;
    for (std::size_t i = 0; i < digits; ++i) sum += std::popcount(sets[i] & points) << i;
    return sum;
  }
  /// The points whose numbers are not 0.
  Bits any() const { return sets[0] | sets[1] | sets[2] | sets[3]; }
};

/// The numbers depend on the occupied points alone, which many positions of a search have in
/// common. So each thread remembers those it needed last; the result is valid until its next call.
const HopCounts& hop_counts(BoardSize size, Bits occupied);

}  // namespace schiri::more_or_less
