#pragma once

#include <vector>

#include "core/rating/models/result_model.h"

namespace schiri::rating {

/// A weighted sum of results minus a model's expectations, and its p-value under the model. Its
/// tails are those of the saddlepoint approximation (R. Lugannani and S. Rice 1980), which holds
/// for few and for one-sided games too, for which the normal distribution raises false alarms.
class ResidualSum {
 public:
  /// Adds `games` games, of which White won `wins` and drew `draws`. `lead` is the weight of a win
  /// of White, its negative that of a loss; `draw` is the weight of a draw.
  void add(const Expectation& expected, double games, double wins, double draws, double lead,
           double draw = 0);

  /// Observed minus expected.
  double value() const { return value_; }
  double variance() const { return variance_; }

  /// The two-sided p-value, at most 1. `scale`: the ratio of the true standard deviation to that of
  /// independent games, because the model was fitted to the same games, or games are correlated.
  /// `step`: the lattice spacing of the sum, for the continuity correction.
  double chance(double scale = 1, double step = 0) const;

 private:
  struct Term {
    Expectation expected;
    double games;
    double lead;
    double draw;
  };
  /// Logarithm of the moment generating function, and its first two derivatives.
  struct Cumulants {
    double value = 0;
    double slope = 0;
    double curve = 0;
  };

  Cumulants at(double t) const;
  double tail(double x) const;

  std::vector<Term> terms_;
  double value_ = 0;
  double mean_ = 0;  ///< of the sum itself
  double variance_ = 0;
};

}  // namespace schiri::rating
