#include "core/rating/sequential/sprt_plan.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/sequential/result_family.h"

namespace schiri::rating {

namespace {

/// A number in (0, 1).
double open_uniform(Rng& rng) { return (static_cast<double>(rng() >> 11) + 0.5) * 0x1p-53; }

/// A binomial number of successes, of a chance of at most 1/2: by the gaps between successes if
/// there are few, otherwise by transformed rejection (W. Hörmann, "The generation of binomial
/// random variates", 1993, BTRS).
double binomial_to_half(Rng& rng, double n, double chance) {
  if (n * chance < 10) {
    const double log_failure = std::log1p(-chance);
    double successes = 0, place = 0;
    while (true) {
      place += std::floor(std::log(open_uniform(rng)) / log_failure) + 1;
      if (!(place <= n)) return successes;
      ++successes;
    }
  }
  const double sd = std::sqrt(n * chance * (1 - chance));
  const double b = 1.15 + 2.53 * sd, a = -0.0873 + 0.0248 * b + 0.01 * chance;
  const double log_odds = std::log(chance / (1 - chance)), mode = std::floor((n + 1) * chance);
  const double at_mode = std::lgamma(mode + 1) + std::lgamma(n - mode + 1);
  while (true) {
    const double u = open_uniform(rng) - 0.5, v = open_uniform(rng), us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + n * chance + 0.5);
    if (k < 0 || k > n) continue;
    if (us >= 0.07 && v <= 0.92 - 4.2 / b) return k;
    const double height = std::log(v * (2.83 + 5.1 / b) * sd / (a / (us * us) + b));
    if (height <= at_mode - std::lgamma(k + 1) - std::lgamma(n - k + 1) + (k - mode) * log_odds) {
      return k;
    }
  }
}

double binomial(Rng& rng, double n, double chance) {
  if (n == 0 || chance <= 0) return 0;
  if (chance >= 1) return n;
  return chance > 0.5 ? n - binomial_to_half(rng, n, 1 - chance) : binomial_to_half(rng, n, chance);
}

/// Tests on drawn results.
class SimulatedTests {
 public:
  SimulatedTests(const SprtOptions& options, std::uint64_t seed)
      : options_(options),
        lower_(std::log(options.beta / (1 - options.alpha))),
        upper_(std::log((1 - options.beta) / options.alpha)),
        rng_(seed) {}

  /// Plays a test from these counts on.
  void play(const Distribution& truth, std::vector<double> counts) {
    const double begun_with = std::accumulate(counts.begin(), counts.end(), 0.0);
    double units = begun_with, llr = 0;
    for (double next = 1; units < most_units; next = unwatched_units(truth, counts)) {
      draw(truth.chances, next, counts);
      units += next;
      const auto [seen, weight] = observed(counts);
      ratios_ = log_ratios(seen, options_);
      llr = weight * moments(ratios_, seen.chances).mean;
      if (llr <= lower_ || llr >= upper_) break;
      distance_ = std::min(upper_ - llr, llr - lower_);
    }
    passed_ += llr >= upper_;
    taken_.push_back(units - begun_with);
  }

  SprtForecast forecast() {
    const auto tests = static_cast<double>(taken_.size());
    const double pass = static_cast<double>(passed_) / tests;
    const Moments units = moments(taken_, std::vector<double>(taken_.size(), 1));
    std::sort(taken_.begin(), taken_.end());
    const auto quantile = [&](double share) {
      const double place = std::ceil(std::clamp(share, 0.0, 1.0) * tests) - 1;
      return taken_[static_cast<std::size_t>(std::max(place, 0.0))];
    };
    const double spread = z95 * std::sqrt(0.05 * 0.95 / tests);
    // With a test of each kind more, the error is not 0 if all tests end alike.
    const double smoothed = (static_cast<double>(passed_) + 1) / (tests + 2);
    return {{pass, z95 * std::sqrt(smoothed * (1 - smoothed) / (tests + 2))},
            {units.mean, z95 * std::sqrt(units.variance / tests)},
            {quantile(0.95), (quantile(0.95 + spread) - quantile(0.95 - spread)) / 2}};
  }

 private:
  static constexpr double most_units = 1e15;

  /// The number of units in which the ratio hardly reaches a bound: it changes by the logarithms of
  /// the ratios, whose sum deviates from its mean by more than z sd sqrt(n) + z^2 largest / 3 with
  /// a small probability only (S. Bernstein). They themselves change with the counts.
  double unwatched_units(const Distribution& truth, const std::vector<double>& counts) const {
    constexpr double z = 4;
    const Moments step = moments(ratios_, truth.chances);
    double largest = 0;
    for (const double ratio : ratios_) largest = std::max(largest, std::abs(ratio));
    const double left = distance_ - z * z / 3 * largest, sd = z * std::sqrt(step.variance);
    if (left <= 0) return 1;
    const double root = 2 * left / (sd + std::sqrt(sd * sd + 4 * std::abs(step.mean) * left));
    const double units = std::accumulate(counts.begin(), counts.end(), 0.0);
    return std::max(1.0, std::floor(std::min(root * root, units / 8)));
  }

  /// Draws the results of some units.
  void draw(const std::vector<double>& chances, double units, std::vector<double>& counts) {
    double rest = 1;
    for (std::size_t i = 0; i + 1 < chances.size() && units > 0; ++i) {
      const double drawn = binomial(rng_, units, chances[i] / rest);
      counts[i] += drawn;
      units -= drawn;
      rest -= chances[i];
    }
    counts.back() += units;
  }

  const SprtOptions& options_;
  double lower_, upper_;
  Rng rng_;
  std::vector<double> ratios_;
  double distance_ = 0;
  std::vector<double> taken_;
  std::uint64_t passed_ = 0;
};

/// Counts as probabilities, with a quarter of a result more in each cell; and their sum before.
std::pair<Distribution, double> smoothed(const MatchCounts& counts) {
  constexpr double unseen = 0.25;
  Distribution results{unit_scores(counts.counts().size()), counts.weights(unseen)};
  const double units = results.normalise();
  return {results, units};
}

double score_of(const Distribution& results) {
  return moments(results.scores, results.chances).mean;
}

/// A quantile of the posterior of the mean score from the prior of sprt_forecast().
class PosteriorScore {
 public:
  PosteriorScore(const Distribution& seen, double units, const SprtOptions& options) {
    const bool pairs = seen.scores.size() == 5;
    const auto score_at = [&](double elo) {
      return score_of({seen.scores, under(seen, elo, pairs, options.model)});
    };
    const double score0 = score_at(options.elo0), score1 = score_at(options.elo1);
    const auto [mean, variance] = moments(seen.scores, seen.chances);
    const double prior = 1 / std::pow(score1 - score0, 2), data = units / variance;
    mean_ = (prior * (score0 + score1) / 2 + data * mean) / (prior + data);
    sd_ = std::sqrt(1 / (prior + data));
  }

  double quantile(double probability) const {
    constexpr double least = 1e-3;
    return std::clamp(mean_ + sd_ * normal_quantile(probability), least, 1 - least);
  }

 private:
  double mean_ = 0, sd_ = 0;
};

/// The strength of the first player, in the Elo of a model.
double strength_of(const Distribution& results, SprtModel model) {
  const auto [mean, variance] = moments(results.scores, results.chances);
  if (model == SprtModel::logistic) return elo_of_score(mean);
  const double games = results.scores.size() == 5 ? 2 : 1;
  return (mean - 0.5) / std::sqrt(games * variance) * 800 / std::numbers::ln10;
}

std::optional<Distribution> results_at(const Distribution& seen, double elo, SprtModel model) {
  Distribution results{seen.scores, under(seen, elo, seen.scores.size() == 5, model)};
  // Large normalized Elo may have no distribution that the test finds.
  const double error = std::abs(strength_of(results, model) - elo);
  if (!(error <= 1e-3 * std::max(1.0, std::abs(elo)))) return std::nullopt;
  return results;
}

}  // namespace

std::optional<Distribution> results_at(const MatchCounts& seen, double elo, SprtModel model) {
  return results_at(smoothed(seen).first, elo, model);
}

std::optional<Distribution> pair_results_at(double draw_rate, double elo, SprtModel model) {
  const double decided = (1 - draw_rate) / 2;
  const auto game = results_at({unit_scores(3), {decided, draw_rate, decided}}, elo, model);
  if (!game) return std::nullopt;
  return Distribution{unit_scores(5), independent_pair(game->chances)};
}

SprtForecast sprt_plan(const Distribution& truth, const SprtOptions& options, std::uint64_t tests,
                       std::uint64_t seed) {
  SimulatedTests simulated(options, seed);
  for (std::uint64_t i = 0; i < tests; ++i) {
    simulated.play(truth, std::vector<double>(truth.chances.size()));
  }
  return simulated.forecast();
}

SprtForecast sprt_forecast(const MatchCounts& counts, const SprtOptions& options) {
  const SprtState state = sprt(counts, options);
  if (state.decision) return {{state.decision == SprtDecision::h1 ? 1.0 : 0.0, 0}, {}, {}};
  constexpr int tests = 200;
  const auto [seen, units] = smoothed(counts);
  const PosteriorScore score(seen, units, options);
  SimulatedTests simulated(options, 1);
  for (int i = 0; i < tests; ++i) {
    const double elo = elo_of_score(score.quantile((i + 0.5) / tests));
    simulated.play({seen.scores, under_logistic(seen, elo)}, counts.weights());
  }
  return simulated.forecast();
}

}  // namespace schiri::rating
