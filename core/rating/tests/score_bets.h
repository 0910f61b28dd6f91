#pragma once

#include <array>
#include <cstdint>

namespace schiri::rating {

/// How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points.
using PairCells = std::array<std::uint64_t, 5>;

/// The logarithm of what a stake of 1 has become that was bet, pair after pair, on more than a
/// `share` of the points, at odds that are fair or worse where no more than it is expected of any
/// pair, given those before: so by Ville's inequality it ever reaches ln(1/a) with probability a at
/// most, however pairs are chosen and whenever one looks (Waudby-Smith and Ramdas 2024, "Estimating
/// means of bounded random variables by betting"). The stake is shared among fixed fractions of
/// what may be lost; the order of the pairs does not matter. 0 < share < 1.
double log_wealth(const PairCells& cells, double share);

/// The greatest share, from 0 to 1, against which the wealth has reached e^`needed`: at least that
/// is expected of a pair, at the level e^-needed and at all times.
double least_share(const PairCells& cells, double needed);

/// The cells of the pairs from the opponent's side.
PairCells swapped(const PairCells& cells);

}  // namespace schiri::rating
