#pragma once

#include "core/rating/numerics/scale.h"

namespace schiri::rating {

/// How many points of the scale one point of the fit is: 1, or 2/(2+nu).
double points_per_odds(Scale scale, double nu);

/// What is expected of one game, from White's side.
struct Expectation {
  double white = 0;
  double draw = 0;
  double black = 0;

  /// From 0 to 1.
  double score() const { return white + draw / 2; }
};

/// Davidson's model with a first-move advantage, see `rate_bt`. By default it is Elo's own, without
/// draws and advantage.
struct ResultModel {
  /// A, in points of the scale.
  double advantage = 0;
  double nu = 0;
  Scale scale = Scale::elo;

  /// `difference`: White's rating minus Black's, in points of the scale.
  Expectation expected(double difference) const;
};

}  // namespace schiri::rating
