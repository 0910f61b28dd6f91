#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/rating/numerics/scale.h"

namespace schiri::rating {

/// A mean of games with its interval. Both bounds are missing if there are too few games to know
/// them; an Elo may lack one, which is infinite.
struct Estimate {
  double value = 0;
  std::optional<double> low = {};
  std::optional<double> high = {};
  /// Of a share, and of a difference of two: the variance of the value, without what widens the
  /// interval of few clusters, and the number of clusters (of two shares the harmonic sum); 0 of
  /// other estimates.
  double variance = 0;
  double clusters = 0;

  /// The distance to the farther bound; nullopt unless both are known.
  std::optional<double> error() const;
  bool contains(double one) const { return (!low || *low <= one) && (!high || one <= *high); }
};

/// The values of one unit that is independent of the others (a pair of games from one opening, all
/// turns of a game), added up: the estimate is the sum of all `sum` by that of all `weight`.
struct Cluster {
  double sum = 0;
  double weight = 1;
};

/// A mean of values from 0 to 1. The interval is that of Agresti and Coull (1998), generalized from
/// counts to clusters: z^2 / 2 clusters of 0 and as many of 1 are added, z = 1.96 for 95 %. So it
/// never has the width 0, and is from 0 to 1 without any cluster. `z`: of another confidence.
/// Nullopt without weight.
std::optional<Estimate> share_estimate(std::span<const Cluster> clusters, double z = z95);

/// A mean of any values, with an interval by Student's t, none for a single cluster. Sums are
/// multiples of `step`: equal ones may still differ by a step in one more cluster, which is the
/// least variance assumed.
std::optional<Estimate> mean_estimate(std::span<const Cluster> clusters, double step);

/// The Elo of a score from 0 to 1, with its bounds.
Estimate elo_estimate(const Estimate& score);

/// The difference b - a of independent estimates; no interval if one of them has none.
Estimate difference(const Estimate& a, const Estimate& b);

/// How many times the games of an estimate would exclude `null` in four of five cases, if its value
/// stays: at least 1. A difference smaller than `least` counts as `least`. The interval shrinks
/// with the root of the games; that of a share has at least the variance of `least`, or of its own
/// difference, since that of few equal games says nothing. Nullopt without an interval.
std::optional<double> games_factor(const Estimate& estimate, double null, double least);

}  // namespace schiri::rating
