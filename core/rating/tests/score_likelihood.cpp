#include "core/rating/tests/score_likelihood.h"

#include <algorithm>
#include <cmath>

#include "core/rating/numerics/newton.h"

namespace schiri::rating {

namespace {

/// A negligible prior that keeps strengths finite that no result bounds.
constexpr double no_prior = 1e-7;
/// The predicted gain at which Newton's method stops.
constexpr double least_gain = 1e-9;
constexpr int most_newton_steps = 60;
/// The furthest that a strength moves in one step.
constexpr double longest_move = 2;

/// ln(1 + e^x).
double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

std::vector<double> times(const SquareMatrix& matrix, std::span<const double> vector) {
  std::vector<double> product(vector.size());
  for (std::size_t i = 0; i < vector.size(); ++i) {
    product[i] = dot({matrix.row(i), vector.size()}, vector);
  }
  return product;
}

/// a += factor * b.
void add(std::vector<double>& a, double factor, std::span<const double> b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
}

}  // namespace

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

double quadratic_form(const SquareMatrix& matrix, std::span<const double> direction) {
  return dot(times(matrix, direction), direction);
}

double ScoreLikelihood::value(std::span<const double> strengths) const {
  double sum = 0;
  for (const PairScore& score : scores_) {
    const double lead = strengths[score.first] - strengths[score.second];
    sum += score.points * lead - score.games * softplus(lead);
  }
  return sum;
}

double ScoreLikelihood::penalised(std::span<const double> strengths, double precision) const {
  return value(strengths) - precision / 2 * dot(strengths, strengths);
}

std::vector<double> ScoreLikelihood::gradient(std::span<const double> strengths,
                                              double precision) const {
  std::vector<double> gradient(players_);
  for (std::size_t i = 0; i < players_; ++i) gradient[i] = -precision * strengths[i];
  for (const PairScore& score : scores_) {
    const double expected =
        score.games * logistic(strengths[score.first] - strengths[score.second]);
    gradient[score.first] += score.points - expected;
    gradient[score.second] -= score.points - expected;
  }
  return gradient;
}

SquareMatrix ScoreLikelihood::covariance(std::span<const double> strengths,
                                         double precision) const {
  SquareMatrix matrix(players_);
  // A constant added to every element does not change differences and fixes the mean.
  const double fixed = 1 / static_cast<double>(players_);
  for (std::size_t i = 0; i < players_; ++i) {
    for (std::size_t j = 0; j < players_; ++j) matrix.at(i, j) = fixed;
    matrix.at(i, i) += precision;
  }
  for (const PairScore& score : scores_) {
    const double share = logistic(strengths[score.first] - strengths[score.second]);
    const double information = score.games * share * (1 - share);
    matrix.at(score.first, score.first) += information;
    matrix.at(score.second, score.second) += information;
    matrix.at(score.first, score.second) -= information;
    matrix.at(score.second, score.first) -= information;
  }
  invert_positive_definite(matrix);
  return matrix;
}

/// Moves along a direction of this slope as far as the value grows; false if it does not.
bool ScoreLikelihood::step(std::vector<double>& strengths, std::span<const double> move,
                           double slope, double precision) const {
  const double longest = greatest_size(move);
  const double before = penalised(strengths, precision);
  return move_along(
      strengths, move, longest > longest_move ? longest_move / longest : 1, 30,
      [&](const auto& next, double length) {
        return !(penalised(next, precision) < before + least_share_of_gain * length * slope);
      });
}

ScoreLikelihood::Fit ScoreLikelihood::fit(std::span<const double> start, double precision) const {
  precision = std::max(precision, no_prior);
  std::vector<double> strengths(start.begin(), start.end());
  centre(strengths);
  SquareMatrix inverse = covariance(strengths, precision);
  for (int i = 0; i < most_newton_steps; ++i) {
    const auto slope = gradient(strengths, precision);
    const auto move = times(inverse, slope);
    const double gain = dot(move, slope);
    if (gain < least_gain || !step(strengths, move, gain, precision)) break;
    centre(strengths);
    inverse = covariance(strengths, precision);
  }
  const double value = this->value(strengths);
  return {std::move(strengths), value, std::move(inverse)};
}

double ScoreLikelihood::greatest(std::span<const double> direction, double target,
                                 std::vector<double>& strengths) const {
  for (int i = 0; i < most_newton_steps; ++i) {
    const SquareMatrix inverse = covariance(strengths, no_prior);
    const auto along = times(inverse, direction);
    const double missing = target - dot(direction, strengths);
    add(strengths, missing / dot(direction, along), along);
    const auto slope = gradient(strengths, no_prior);
    auto move = times(inverse, slope);
    add(move, -dot(direction, move) / dot(direction, along), along);
    const double gain = dot(move, slope);
    if (gain < least_gain || !step(strengths, move, gain, no_prior)) break;
  }
  return value(strengths);
}

std::optional<double> ScoreLikelihood::highest(std::span<const double> direction, double level,
                                               const Fit& fit, double limit) const {
  // The loss of value is nearly the square of the distance, so the iteration uses its root.
  const double at_fit = dot(direction, fit.strengths), allowed = std::sqrt(fit.value - level);
  std::vector<double> strengths = fit.strengths;
  const auto fall = [&](double distance) {
    const double value = greatest(direction, at_fit + distance, strengths);
    return std::sqrt(std::max(fit.value - value, 0.0));
  };
  double inside = 0, fall_inside = 0;
  double outside =
      std::min(limit, allowed * std::sqrt(2 * quadratic_form(fit.covariance, direction)));
  double fall_outside = fall(outside);
  while (fall_outside < allowed) {
    if (outside >= limit) return std::nullopt;
    inside = outside;
    fall_inside = fall_outside;
    outside = std::min(limit, outside * 1.5);
    fall_outside = fall(outside);
  }
  for (int i = 0; i < 30 && outside - inside > 1e-4 * outside; ++i) {
    const double share = (allowed - fall_inside) / (fall_outside - fall_inside);
    // Bisects near an end, because otherwise one end would not move.
    const double at =
        inside + (outside - inside) * (i % 3 == 2 ? 0.5 : std::clamp(share, 0.01, 0.99));
    const double fallen = fall(at);
    (fallen < allowed ? inside : outside) = at;
    (fallen < allowed ? fall_inside : fall_outside) = fallen;
    if (std::abs(fallen - allowed) < 1e-5 * allowed) break;
  }
  return at_fit + outside;
}

}  // namespace schiri::rating
