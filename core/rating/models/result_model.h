#pragma once

#include <algorithm>

#include "core/rating/numerics/scale.h"

namespace schiri::rating {

/// The expectation of one game, from White's side.
struct Expectation {
  double white = 0;
  double draw = 0;
  double black = 0;

  /// From 0 to 1.
  double score() const { return white + draw / 2; }
};

/// Elo's model with a first-move advantage and draws, see `rate_bt`. By default without both.
struct ResultModel {
  /// A, in points.
  double advantage = 0;
  /// A game with the expected score s is drawn with the probability 4 s (1 - s) times this.
  double draw_factor = 0;

  /// `difference`: White's rating minus Black's.
  Expectation expected(double difference) const {
    const double score = expected_score(difference + advantage);
    // No more draws than points that both players make.
    const double draw =
        std::min(4 * score * (1 - score) * draw_factor, 2 * std::min(score, 1 - score));
    return {score - draw / 2, draw, 1 - score - draw / 2};
  }
};

}  // namespace schiri::rating
