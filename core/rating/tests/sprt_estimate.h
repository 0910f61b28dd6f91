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
/// a good result overstates the first player; so outcomes are ordered by stages, as in group
/// sequential trials (A. Tsiatis, G. Rosner, C. Mehta 1984): an early H1 ranks above a late one,
/// that above undecided outcomes, which rank by their ratio, and an early H0 ranks lowest. The
/// estimate is the strength for which an outcome at least as high as the observed one has
/// probability 1/2, its interval those with 1/40 and 39/40. The log-likelihood ratio is modelled as
/// Brownian motion between the bounds, which are moved out by the expected overshoot (D. Siegmund
/// 1979). Nullopt without results.
SprtEstimate sprt_estimate(const MatchCounts& counts, const SprtOptions& options,
                           const SprtState& state);

}  // namespace schiri::rating
