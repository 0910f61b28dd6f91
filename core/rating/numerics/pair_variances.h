#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/rating/numerics/pair_matrix.h"

/// Variances of many ratings without a full inverse. Used by errors of big pools.
namespace schiri::rating {

struct PairVariances {
  /// Of the ratings, then of the shared parameters; empty if there are none to working precision.
  std::vector<double> diagonal;
  /// Of the difference of each two neighbours of the ranking.
  std::vector<double> steps;
};

/// The diagonal of the inverse of a positive semidefinite pair matrix, the mean of the ratings held
/// fixed. All ratings must have the same diagonal
/// outside the edges.
///
/// Players with few neighbours are eliminated, see PairElimination. If at most `most_dense` remain,
/// the result is exact, see `selected_variances`, otherwise that of the ratings is estimated with a
/// fixed seed, see `sampled_variances`. That of the shared parameters is always exact. `ranking`:
/// players; the variances of differences are estimated with the same seed.
PairVariances centred_variances(const PairMatrix& matrix, std::size_t most_dense,
                                std::span<const std::size_t> ranking = {});

/// The diagonal of inverse * middle * inverse, in the same way: minus the derivative by t of the
/// diagonal of the inverse of matrix + t middle, as a difference quotient. `middle` may have edges
/// only where `matrix` has.
PairVariances centred_sandwich(const PairMatrix& matrix, const PairMatrix& middle,
                               std::size_t most_dense, std::span<const std::size_t> ranking = {});

}  // namespace schiri::rating
