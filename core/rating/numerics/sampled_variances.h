#pragma once

#include <cstddef>
#include <vector>

#include "core/rating/numerics/pair_system.h"

namespace schiri::rating {

/// How variances of a system are estimated. Found by the first estimate; a second one of a slightly
/// different matrix by the same plan has almost the same random error.
struct SamplingPlan {
  std::size_t batches = 0;      ///< of `lanes` samples; 0 if not yet found
  std::vector<bool> by_spread;  ///< for each step
};

/// The diagonal of the inverse of a system, the mean of the ratings held fixed, estimated from
/// random solutions whose covariance is the inverse. A player's own part, given its neighbours, is
/// exact (Rao-Blackwellised Monte Carlo; P. Siden, F. Lindgren, D. Bolin, M. Villani 2018). 32 to
/// 1024 samples: enough for standard deviations with standard errors of 0.5 %, as the root mean
/// square over the core. The seed is fixed.
std::vector<double> sampled_variances(const PairSystem& system, SamplingPlan& plan);

}  // namespace schiri::rating
