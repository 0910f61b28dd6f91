#include "core/rating/sequential/result_family.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/root.h"

namespace schiri::rating {

namespace {

constexpr double added_units = 2.5;

void normalise(std::vector<double>& chances) {
  const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
  for (double& chance : chances) chance /= sum;
}

/// The share of drawn games by the variance of the scores, which draws make smaller; with two units
/// of a match with a draw in three games between equal players.
double likely_draws(const MatchCounts& counts, double score) {
  constexpr double known_units = 2;
  const auto units = static_cast<double>(counts.units());
  const auto [mean, variance] = moments(unit_scores(counts.counts().size()), counts.weights());
  const double of_game =
      counts.pairs() ? 2 * variance * units / std::max(units - 1, 1.0) : variance;
  const double seen = std::clamp(4 * (mean * (1 - mean) - of_game), 0.0, 1.0);
  const double known = 4 * score * (1 - score) / 3;
  return (units * seen + known_units * known) / (units + known_units);
}

/// The chances of a loss, a draw and a win.
std::vector<double> likely_game(const MatchCounts& counts) {
  const std::vector<double> scores = unit_scores(counts.counts().size());
  const std::vector<double> weights = counts.weights();
  const double units = static_cast<double>(counts.units());
  const double points = std::inner_product(scores.begin(), scores.end(), weights.begin(), 0.0);
  const double score = (points + 0.5) / (units + 1);
  constexpr double most = 0.98;
  const double draws = std::min(likely_draws(counts, score), 2 * most * std::min(score, 1 - score));
  return {1 - score - draws / 2, draws, score - draws / 2};
}

}  // namespace

std::vector<double> ResultFamily::at(double t) const {
  std::vector<double> chances(base_);
  const double sum = log_sum(t);
  for (std::size_t i = 0; i < chances.size(); ++i) {
    chances[i] *= std::exp(t * static_cast<double>(i) - sum);
  }
  return chances;
}

double ResultFamily::log_sum(double t) const {
  const double greatest = t > 0 ? t * static_cast<double>(most()) : 0;
  double sum = 0;
  for (std::size_t i = 0; i < base_.size(); ++i) {
    sum += base_[i] * std::exp(t * static_cast<double>(i) - greatest);
  }
  return greatest + std::log(sum);
}

double ResultFamily::with_score(double score) const {
  const std::vector<double> scores = unit_scores(base_.size());
  const auto is_below = [&](double t) { return moments(scores, at(t)).mean < score; };
  constexpr double farthest = 400;
  return bisect({-farthest, farthest}, is_below, 1e-12).middle();
}

ResultFamily ResultFamily::spread(double more) const {
  std::vector<double> chances(base_);
  const std::vector<double> scores = unit_scores(chances.size());
  for (std::size_t i = 0; i < chances.size(); ++i) {
    chances[i] *= std::exp(more * std::pow(2 * scores[i] - 1, 2));
  }
  normalise(chances);
  return ResultFamily(std::move(chances));
}

ResultFamily likely_family(const MatchCounts& counts) {
  std::vector<double> chances = counts.weights();
  const std::vector<double> game = likely_game(counts);
  const std::vector<double> added = counts.pairs() ? independent_pair(game) : game;
  for (std::size_t i = 0; i < chances.size(); ++i) chances[i] += added_units * added[i];
  normalise(chances);
  return ResultFamily(std::move(chances));
}

double likely_units(const MatchCounts& counts) {
  return static_cast<double>(counts.units()) + added_units;
}

std::vector<double> independent_pair(const std::vector<double>& game) {
  std::vector<double> pair(5);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) pair[i + j] += game[i] * game[j];
  }
  return pair;
}

}  // namespace schiri::rating
