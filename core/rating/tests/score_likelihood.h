#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/rating/numerics/spd_inverse.h"

namespace schiri::rating {

/// The points that a player made against another.
struct PairScore {
  std::size_t first = 0;
  std::size_t second = 0;
  double games = 0;
  double points = 0;  ///< of the first
};

/// The log-likelihood of players' strengths given points, if a player of strength a is expected to
/// score 1/(1 + e^(b - a)) of the points against one of b; points take the place of wins. Concave
/// in the strengths, of which only the differences matter. A unit is 400/ln 10 = 173.7 points of
/// Elo.
class ScoreLikelihood {
 public:
  /// At most one entry for each couple of players.
  ScoreLikelihood(std::size_t players, std::vector<PairScore> scores)
      : players_(players), scores_(std::move(scores)) {}

  double value(std::span<const double> strengths) const;

  /// The maximum of the likelihood, with a normal prior of this precision on each strength.
  struct Fit {
    std::vector<double> strengths;  ///< of mean 0
    double value = 0;               ///< without the prior
    SquareMatrix covariance;        ///< of the strengths, their mean held fixed
  };
  Fit fit(std::span<const double> start, double precision) const;
  /// The covariance of a fit with these strengths.
  SquareMatrix covariance(std::span<const double> strengths, double precision) const;

  /// The greatest value with `direction` times strengths equal to `target`; `strengths` are the
  /// start, and receive the result. The direction's elements sum to 0.
  double greatest(std::span<const double> direction, double target,
                  std::vector<double>& strengths) const;
  /// The greatest `direction` times strengths with a value of at least `level`, from a fit whose
  /// value is greater; nullopt if that is more than `limit` above the fit's.
  std::optional<double> highest(std::span<const double> direction, double level, const Fit& fit,
                                double limit) const;

 private:
  std::vector<double> gradient(std::span<const double> strengths, double precision) const;
  double penalised(std::span<const double> strengths, double precision) const;
  bool step(std::vector<double>& strengths, std::span<const double> move, double slope,
            double precision) const;

  std::size_t players_;
  std::vector<PairScore> scores_;
};

/// 1/(1 + e^-x).
double logistic(double x);

/// direction' matrix direction.
double quadratic_form(const SquareMatrix& matrix, std::span<const double> direction);

}  // namespace schiri::rating
