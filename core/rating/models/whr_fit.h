#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/rating/models/davidson.h"

namespace schiri::rating {

/// A player's days with games: the index of the first in the list of all days, and their number.
struct WhrPlayer {
  std::size_t first = 0;
  std::size_t days = 0;
};

/// The priors of the days' ratings, in the natural units of `DavidsonModel`.
struct WhrPriors {
  std::vector<WhrPlayer> players;
  /// For each day the variance of its change since the player's day before; for a player's first
  /// day that of the prior, mean 0.
  std::vector<double> variances;
  /// 1/variance of the normal prior on first-move advantage and ln nu.
  double shared_precision = 0;
};

struct WhrFit {
  /// The days' ratings, then first-move advantage and ln nu (0 without draws).
  std::vector<double> parameters;
  /// The variance of each day's rating, the other players held fixed.
  std::vector<double> variances;
  /// Natural logarithm of the posterior density, up to a constant.
  double log_posterior = 0;
};

/// The maximum of the posterior density of a model in which each day of each player is a player of
/// its own. Newton's method on all days at once; its steps come from conjugate gradients
/// preconditioned by each player's own days, a tridiagonal system.
WhrFit fit_whr(const DavidsonModel& model, const WhrPriors& priors);

}  // namespace schiri::rating
