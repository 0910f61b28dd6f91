#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/rating/models/davidson.h"

namespace schiri::rating {

/// Fewer openings do not tell how much openings differ.
inline constexpr double least_openings = 10;

/// Variances of a fit, in the model's natural units squared.
struct FitVariances {
  /// The variance of each rating, the mean of all held fixed; empty if the fit has none to working
  /// precision.
  std::vector<double> ratings;
  /// The variance of White's advantage.
  double advantage = 0;
  /// The variance of the difference of each two neighbours of the ranking; empty unless requested.
  std::vector<double> steps;
  /// The covariance of the ratings, row by row, if requested.
  std::vector<double> covariance;
  /// The degrees of freedom of each rating's variance, infinite if it follows from the model alone.
  std::vector<double> degrees;
};

/// An estimated variance and its degrees of freedom.
struct EstimatedVariance {
  double variance = 0;
  double degrees = 0;

  /// Half of the 95 % interval.
  double half_interval() const;
};

/// The largest matrix that is inverted for errors alone, without covariances.
inline constexpr std::size_t most_inverted = 2000;

/// H^-1 for single games, H^-1 M H^-1 for pairs, see `rate_bt`. `ranking`: players by index.
/// Covariances are only known up to `dense_limit` players. Without them, the full inverse is
/// computed up to `most_inverted` (or `dense_limit`) players; beyond that the variances are those
/// of `centred_variances` and `centred_sandwich`.
FitVariances variances_of(const DavidsonModel& model, const DavidsonFit& fit,
                          const DavidsonPriors& priors, std::size_t dense_limit,
                          bool with_covariance, std::span<const std::size_t> ranking = {});

/// The variance of White's advantage, all games of an opening being one unit; `openings` by
/// opening. Without openings the units are pairs and single games, whose sum of squared scores is
/// `by_units`. Never below that of independent games. Nullopt if the effective number of units is
/// below ten: fewer do not tell how much openings differ.
std::optional<EstimatedVariance> advantage_variance(const DavidsonModel& model,
                                                    const DavidsonFit& fit,
                                                    const DavidsonPriors& priors,
                                                    std::span<const OpeningCount> openings,
                                                    double by_units, std::size_t dense_limit);

}  // namespace schiri::rating
