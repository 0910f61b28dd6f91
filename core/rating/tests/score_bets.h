#pragma once

#include <array>
#include <cstdint>

namespace schiri::rating {

/// The counts of pairs of games with 0, 1/2, 1, 3/2 and 2 points.
using PairCells = std::array<std::uint64_t, 5>;

/// The logarithm of the wealth after betting a stake of 1, pair after pair, on more than a `share`
/// of the points. The odds are fair or worse if no more than that share is expected of any pair,
/// given those before: so by Ville's inequality the wealth ever reaches ln(1/a) with probability at
/// most a, however pairs are chosen and whenever it is examined (Waudby-Smith and Ramdas 2024,
/// "Estimating means of bounded random variables by betting"). The stake is divided among fixed
/// fractions of the possible loss; the order of the pairs does not matter. 0 < share < 1.
double log_wealth(const PairCells& cells, double share);

/// The greatest share, from 0 to 1, against which the wealth has reached e^`needed`: a lower bound
/// of the expected share of a pair, at the level e^-needed and at all times.
double least_share(const PairCells& cells, double needed);

/// The cells of the pairs from the opponent's side.
PairCells swapped(const PairCells& cells);

}  // namespace schiri::rating
