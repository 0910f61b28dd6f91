#pragma once

#include <optional>

#include "core/rating/tests/sprt.h"

namespace schiri::rating {

/// The strength of the first player of a sequential test, in logistic Elo whatever the test's
/// model.
struct SprtEstimate {
  /// Median-unbiased: the truth is as often above it as below. Nullopt if it is beyond 2000.
  std::optional<double> elo;
  /// Bounds of the 95 % interval; nullopt if it is open.
  std::optional<double> low;
  std::optional<double> high;

  /// Half of the interval; nullopt unless both bounds exist.
  std::optional<double> error() const;
};

/// The estimate after a test that has stopped, or ran out of games, with these counts. Stopping on
/// a good result overstates the first player; so the estimate is the strength for which the test,
/// within as many units, has a mean score above the observed one with probability 1/2, and its
/// interval has the strengths with 1/40 and 39/40; an equal mean counts as half. Outcomes are
/// ordered by their mean scores (S. Emerson and T. Fleming, "Parameter estimation following group
/// sequential hypothesis testing", 1990), which ranks an early H1 above a late one, that above
/// undecided outcomes, and an early H0 lowest. All courses of the test are followed unit by unit
/// under its rule, and continued by Brownian motion after thousands of units (`walk_sprt`,
/// `SprtOutcomes`).
///
/// `elo` and `high` are nullopt if all points were made, `elo` and `low` if none were, and all are
/// without results.
///
/// The spread of the results is estimated, too. In simulations of some 25 designs with bounds 20 to
/// 200 Elo apart the estimate was above the truth in 46 to 57 % of the tests, and the interval
/// covered the truth in 93 to 98 %.
SprtEstimate sprt_estimate(const MatchCounts& counts, const SprtOptions& options);

}  // namespace schiri::rating
