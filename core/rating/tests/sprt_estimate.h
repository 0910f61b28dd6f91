#pragma once

#include <optional>

#include "core/rating/tests/sprt.h"

namespace schiri::rating {

/// How much stronger the first player of a sequential test is, in logistic Elo whatever the test's
/// model.
struct SprtEstimate {
  /// Median-unbiased: the truth is as often above it as below. Nothing where it is beyond 2000.
  std::optional<double> elo;
  /// Ends of the 95 % interval; nothing where it is open.
  std::optional<double> low;
  std::optional<double> high;

  /// Half of the interval; nothing unless both ends exist.
  std::optional<double> error() const;
};

/// The estimate after a test that has stopped, or ran out of games, with these counts. Stopping
/// on a good result overstates the first player; so outcomes are ordered by stages, as in
/// group sequential trials (A. Tsiatis, G. Rosner, C. Mehta 1984): a quick H1 says more than a slow
/// one, that more than no decision, by its ratio, and a quick H0 says least. The estimate is the
/// strength for which an outcome as high as the one that was seen has probability 1/2, its interval
/// those with 1/40 and 39/40. The log-likelihood ratio is taken for Brownian motion between the
/// bounds, moved out by what a step overshoots them (D. Siegmund 1979). Nothing without results.
SprtEstimate sprt_estimate(const MatchCounts& counts, const SprtOptions& options,
                           const SprtState& state);

}  // namespace schiri::rating
