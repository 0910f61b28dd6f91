#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/rating/numerics/pair_system.h"

namespace schiri::rating {

/// How variances of a system are estimated. Found by the first estimate; a second one of a slightly
/// different matrix by the same plan has almost the same random error.
struct SamplingPlan {
  std::size_t batches = 0;          ///< of `lanes` samples; 0 if not yet found
  std::vector<bool> by_spread;      ///< for each step
  std::vector<bool> by_difference;  ///< for each two neighbours of the ranking
};

/// Estimates of variances.
struct SampledVariances {
  std::vector<double> ratings;
  /// Of the difference of each two neighbours of a ranking.
  std::vector<double> differences;
};

/// The diagonal of the inverse of a system, the mean of the ratings held fixed, estimated from
/// random solutions whose covariance is the inverse. A player's own part, given its neighbours, is
/// exact (Rao-Blackwellised Monte Carlo; P. Siden, F. Lindgren, D. Bolin, M. Villani 2018). 32 to
/// 1024 samples: enough for standard deviations with standard errors of 0.5 %, as the root mean
/// square over the core. The seed is fixed.
///
/// `ranking`: players. The variance of the difference of two is the sum of theirs minus twice their
/// covariance, of which the samples see only what neither's own part makes exact; or, if that is
/// less random, the variance of the sampled differences.
SampledVariances sampled_variances(const PairSystem& system, std::span<const std::size_t> ranking,
                                   SamplingPlan& plan);

/// The differences alone, from 256 samples and known variances of the ratings.
std::vector<double> sampled_differences(const PairSystem& system,
                                        std::span<const std::size_t> ranking,
                                        const std::vector<double>& ratings, SamplingPlan& plan);

}  // namespace schiri::rating
