#pragma once

#include <vector>

#include "core/rating/models/result_model.h"

namespace schiri::rating {

/// A weighted sum of what games come to beyond what a model expects of them, and how unlikely it is
/// if the model holds. Its tails are those of the saddlepoint approximation (R. Lugannani and S.
/// Rice 1980), which holds for few and for one-sided games too, where the normal distribution
/// raises false alarms.
class ResidualSum {
 public:
  /// Takes `games` that White won `wins` of and drew `draws`. `lead` weighs a win of White's, its
  /// negative a loss; `draw` weighs a draw.
  void add(const Expectation& expected, double games, double wins, double draws, double lead,
           double draw = 0);

  /// Observed minus expected.
  double value() const { return value_; }
  double variance() const { return variance_; }

  /// The chance of a sum as far from 0 on either side, at most 1. `scale`: by what its true
  /// standard deviation is less or greater than that of independent games, as the model was fitted
  /// to the same games, or games vary together. `step`: of a sum that knows only multiples of it,
  /// for the correction of continuity.
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
