#pragma once

#include <cstddef>
#include <vector>

#include "core/rating/davidson.h"

namespace schiri::rating {

/// Variances of a fit, in the model's natural units squared.
struct FitVariances {
  /// Of each rating, the mean of all held fixed; empty if the fit has none to working precision.
  std::vector<double> ratings;
  /// Of the first-move advantage.
  double advantage = 0;
  /// Of the ratings, row by row, if asked for.
  std::vector<double> covariance;
};

/// H^-1 for games that stand alone, H^-1 M H^-1 where there are pairs, see `rate_bt`. Covariances
/// are only known up to `dense_limit` players.
FitVariances variances_of(const DavidsonModel& model, const DavidsonFit& fit,
                          const DavidsonPriors& priors, std::size_t dense_limit,
                          bool with_covariance);

}  // namespace schiri::rating
