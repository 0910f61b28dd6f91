#include "core/tournament/pair_strengths.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/rating/numerics/distributions.h"

namespace schiri {

namespace {

using rating::SquareMatrix;

/// A standard deviation of 350 Elo.
constexpr double prior_precision = 0.25;

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// ln(1 + e^x).
double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

std::size_t require_players(std::size_t players) {
  if (players >= 2 && players <= PairStrengths::most_players) return players;
  throw ValueError(
      message("an adaptive tournament has 2 to {0} players", PairStrengths::most_players));
}

}  // namespace

PairStrengths::PairStrengths(std::size_t players)
    : players_(require_players(players)),
      couples_(players * players),
      strengths_(players),
      covariance_(covariance(std::vector<std::uint64_t>(players * players))) {}

const PairStrengths::Couple& PairStrengths::couple(std::size_t one, std::size_t other) const {
  return couples_[std::min(one, other) * players_ + std::max(one, other)];
}

double PairStrengths::share(std::size_t one, std::size_t other) const {
  return logistic(strengths_[one] - strengths_[other]);
}

template <class Visit>
void PairStrengths::visit_met(const Visit& visit) const {
  for (std::size_t i = 0; i < players_; ++i) {
    for (std::size_t j = i + 1; j < players_; ++j) {
      if (couple(i, j).pairs > 0) visit(i, j, couple(i, j));
    }
  }
}

double PairStrengths::information(std::size_t one, std::size_t other) const {
  const double share = this->share(one, other);
  return 2 * share * (1 - share);
}

SquareMatrix PairStrengths::covariance(std::span<const std::uint64_t> met) const {
  SquareMatrix matrix(players_);
  // A constant added to every element does not change differences and fixes the mean.
  const double fixed = 1 / static_cast<double>(players_);
  for (std::size_t i = 0; i < players_; ++i) {
    for (std::size_t j = 0; j < players_; ++j) matrix.at(i, j) = fixed;
    matrix.at(i, i) += prior_precision;
  }
  for (std::size_t i = 0; i < players_; ++i) {
    for (std::size_t j = i + 1; j < players_; ++j) {
      const double known = static_cast<double>(met[i * players_ + j]) * information(i, j);
      matrix.at(i, i) += known;
      matrix.at(j, j) += known;
      matrix.at(i, j) -= known;
      matrix.at(j, i) -= known;
    }
  }
  rating::invert_positive_definite(matrix);
  return matrix;
}

void PairStrengths::add(std::size_t first, std::size_t second, int half_points) {
  if (first > second) return add(second, first, 4 - half_points);
  const double points = half_points / 2.0;
  Couple& couple = couples_[first * players_ + second];
  ++couple.pairs;
  couple.points += points;
  couple.squares += points * points;
  ++pairs_;
  if (pairs_ >= fitted_at_ + std::max<std::uint64_t>(1, pairs_ / 32)) refit();
}

double PairStrengths::log_posterior(std::span<const double> strengths) const {
  double sum = -prior_precision / 2 * rating::dot(strengths, strengths);
  visit_met([&](std::size_t i, std::size_t j, const Couple& couple) {
    const double lead = strengths[i] - strengths[j];
    sum += couple.points * lead - 2 * static_cast<double>(couple.pairs) * softplus(lead);
  });
  return sum;
}

/// Newton's method, with shorter steps where the posterior would fall.
void PairStrengths::refit() {
  constexpr int most_steps = 60, most_halvings = 30;
  constexpr double least_gain = 1e-11, longest_move = 2;
  std::vector<std::uint64_t> met;
  for (const Couple& couple : couples_) met.push_back(couple.pairs);
  covariance_ = covariance(met);
  for (int step = 0; step < most_steps; ++step) {
    std::vector<double> slope(players_), move(players_);
    for (std::size_t i = 0; i < players_; ++i) slope[i] = -prior_precision * strengths_[i];
    visit_met([&](std::size_t i, std::size_t j, const Couple& couple) {
      const double excess = couple.points - 2 * static_cast<double>(couple.pairs) * share(i, j);
      slope[i] += excess;
      slope[j] -= excess;
    });
    double longest = longest_move;
    for (std::size_t i = 0; i < players_; ++i) {
      move[i] = rating::dot({covariance_.row(i), players_}, slope);
      longest = std::max(longest, std::abs(move[i]));
    }
    const double before = log_posterior(strengths_);
    double length = longest_move / longest;
    std::vector<double> next = strengths_;
    for (int i = 0; i < most_halvings; ++i, length /= 2) {
      for (std::size_t k = 0; k < players_; ++k) next[k] = strengths_[k] + length * move[k];
      if (log_posterior(next) >= before) break;
    }
    if (!(log_posterior(next) >= before)) break;
    strengths_ = std::move(next);
    rating::centre(strengths_);
    covariance_ = covariance(met);
    if (rating::dot(slope, move) < least_gain) break;
  }
  fitted_at_ = pairs_;
  measure_dispersion();
}

/// With a few pairs of usual dispersion, as long as there are few others.
void PairStrengths::measure_dispersion() {
  constexpr double known = 5;
  double seen = known, expected = known;
  visit_met([&](std::size_t i, std::size_t j, const Couple& couple) {
    const double points = 2 * share(i, j), pairs = static_cast<double>(couple.pairs);
    seen += couple.squares - 2 * points * couple.points + points * points * pairs;
    expected += pairs * information(i, j);
  });
  dispersion_ = seen / expected;
}

/// As if all orders were independent (Z. Šidák 1967).
double PairStrengths::needed_information(double lead) const {
  const double orders = static_cast<double>(players_ * (players_ - 1)) / 2;
  const double bound = rating::normal_quantile(-std::expm1(std::log(0.95) / orders) / 2);
  return dispersion_ * bound * bound / (lead * lead);
}

double PairStrengths::known_information(std::size_t one, std::size_t other) const {
  return 1 /
         (covariance_.at(one, one) + covariance_.at(other, other) - 2 * covariance_.at(one, other));
}

bool PairStrengths::is_decided(std::size_t one, std::size_t other) const {
  return known_information(one, other) >= needed_information(strengths_[one] - strengths_[other]);
}

}  // namespace schiri
