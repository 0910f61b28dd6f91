#pragma once

#include <cmath>

#include "core/rating/numerics/scale.h"

namespace schiri::rating {

/// The number of points of the scale per point of the fit: 1, or 2/(2+nu).
double points_per_odds(Scale scale, double nu);

/// The expectation of one game, from White's side.
struct Expectation {
  double white = 0;
  double draw = 0;
  double black = 0;

  /// From 0 to 1.
  double score() const { return white + draw / 2; }
  /// Mean of +1 for White, 0, -1 for Black.
  double mean() const { return white - black; }
  double variance() const { return white + black - mean() * mean(); }
};

/// The expectation of a game in Davidson's model, and the divisor Z of its three terms.
struct Chances : Expectation {
  double log_scale;  ///< of Z, which is e to this power times `sum`
  double sum;
};

/// `d`: White's lead, the first move included, in natural units (see `DavidsonModel`). Divided by
/// e^|d| throughout, so nothing overflows.
inline Chances chances(double d, double nu) {
  const double t = std::exp(-std::abs(d));
  const double sum = 1 + t * (t + nu);
  const double strong = 1 / sum, weak = t * t / sum;
  return {{d >= 0 ? strong : weak, nu * t / sum, d >= 0 ? weak : strong}, std::abs(d), sum};
}

/// Davidson's model with a first-move advantage, see `rate_bt`. By default it is Elo's own, without
/// draws and advantage.
struct ResultModel {
  /// A, in points of the scale.
  double advantage = 0;
  double nu = 0;
  Scale scale = Scale::elo;
  /// The standard deviation of the advantage between openings, in points of the scale.
  double opening_sd = 0;

  /// The mean of all openings. `difference`: White's rating minus Black's, in points of the scale.
  Expectation expected(double difference) const;
};

}  // namespace schiri::rating
