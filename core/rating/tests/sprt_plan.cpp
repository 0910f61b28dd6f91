#include "core/rating/tests/sprt_plan.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/root.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/tests/bounded_motion.h"
#include "core/rating/tests/result_family.h"

namespace schiri::rating {

namespace {

/// Brownian motion from 0 until it reaches one of two bounds, in place of a walk by steps.
class PlannedMotion {
 public:
  /// `mean` and `variance` of a step; `exponent`: the root other than 0 of E exp(-exponent step) =
  /// 1, which is 2 mean / variance if steps are small; lower < 0 < upper.
  PlannedMotion(double mean, double variance, double exponent, double lower, double upper)
      : mean_(mean),
        variance_(variance),
        exponent_(exponent),
        lower_(lower),
        upper_(upper),
        width_(upper - lower) {}

  /// The probability that it ends above: (1 - e^(exponent lower)) / (1 - e^(-exponent width)), but
  /// without positive powers.
  double ends_above() const {
    if (is_driftless()) return -lower_ / width_;
    if (exponent_ > 0) return std::expm1(exponent_ * lower_) / std::expm1(-exponent_ * width_);
    return std::exp(exponent_ * upper_) * std::expm1(-exponent_ * lower_) /
           std::expm1(exponent_ * width_);
  }

  /// The expected time, by Wald's identity.
  double expected_time() const {
    if (is_driftless()) return -lower_ * upper_ / variance_;
    const double above = ends_above();
    return (above * upper_ + (1 - above) * lower_) / mean_;
  }

  /// The probability that it has not ended at a time.
  double runs_after(double time) const {
    return BoundedMotion(mean_ * time, variance_ * time, lower_, upper_).runs();
  }

 private:
  bool is_driftless() const { return std::abs(exponent_) * width_ < 1e-5; }

  double mean_, variance_, exponent_;
  double lower_, upper_, width_;
};

/// A motion, and the probability that it is the true one.
struct Candidate {
  double weight = 0;
  PlannedMotion motion;
};

/// The exponent of Wald's identity: 1 under H1, -1 under H0. Steps that all have one sign have
/// none: then that of small steps.
double wald_exponent(const std::vector<double>& steps, const std::vector<double>& chances,
                     const Moments& step) {
  const double small = 2 * step.mean / step.variance;
  if (std::abs(small) < 1e-4) return small;
  const double sign = step.mean > 0 ? 1 : -1;
  const auto is_below = [&](double size) {
    double sum = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      sum += chances[i] * std::expm1(-sign * size * steps[i]);
    }
    return sum < 0;
  };
  double high = std::abs(small);
  for (; is_below(high); high *= 2) {
    if (high > 1e6) return small;
  }
  return sign * bisect({0, high}, is_below, 1e-12 * high).middle();
}

/// The motion of the log-likelihood ratio from its value `llr` on.
PlannedMotion motion_under(const Distribution& truth, const SprtOptions& options, double llr) {
  const std::vector<double> steps = log_ratios(truth, options);
  Moments step = moments(steps, truth.chances);
  step.variance = std::max(step.variance, 1e-12);
  const double overshoot = siegmund_overshoot(std::sqrt(step.variance));
  const double lower = std::log(options.beta / (1 - options.alpha)) - llr;
  const double upper = std::log((1 - options.beta) / options.alpha) - llr;
  return {step.mean, step.variance, wald_exponent(steps, truth.chances, step),
          std::min(lower, 0.0) - overshoot, std::max(upper, 0.0) + overshoot};
}

/// The forecast of a mixture of motions, whose weights sum to 1.
SprtForecast forecast_of(const std::vector<Candidate>& candidates) {
  SprtForecast forecast;
  for (const auto& [weight, motion] : candidates) {
    forecast.pass += weight * motion.ends_above();
    forecast.units += weight * motion.expected_time();
  }
  // No test ends without a unit. At most 5 % take 20 times the mean (Markov).
  forecast.units = std::max(forecast.units, 1.0);
  const auto is_below = [&](double time) {
    double running = 0;
    for (const auto& [weight, motion] : candidates) running += weight * motion.runs_after(time);
    return running > 0.05;
  };
  const RootInterval within{0, 20 * forecast.units};
  forecast.units95 = std::max(bisect(within, is_below, 1e-6 * within.high).middle(), 1.0);
  return forecast;
}

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

/// A normal distribution of a mean score.
struct NormalScore {
  double mean = 0;
  double sd = 0;
};

/// The posterior of the mean score from the prior of sprt_forecast().
NormalScore posterior_score(const Distribution& seen, double units, const SprtOptions& options) {
  const bool pairs = seen.scores.size() == 5;
  const auto score_at = [&](double elo) {
    return score_of({seen.scores, under(seen, elo, pairs, options.model)});
  };
  const double score0 = score_at(options.elo0), score1 = score_at(options.elo1);
  const auto [mean, variance] = moments(seen.scores, seen.chances);
  const double prior = 1 / std::pow(score1 - score0, 2), data = units / variance;
  const double middle = (score0 + score1) / 2;
  return {(prior * middle + data * mean) / (prior + data), std::sqrt(1 / (prior + data))};
}

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

SprtForecast sprt_plan(const Distribution& truth, const SprtOptions& options) {
  return forecast_of({{1, motion_under(truth, options, 0)}});
}

SprtForecast sprt_forecast(const MatchCounts& counts, const SprtOptions& options) {
  const SprtState state = sprt(counts, options);
  if (state.decision) return {state.decision == SprtDecision::h1 ? 1.0 : 0.0, 0, 0};
  const auto [seen, units] = smoothed(counts);
  const NormalScore score = posterior_score(seen, units, options);
  constexpr int steps = 16;
  constexpr double farthest = 4, least_score = 1e-3;
  std::vector<Candidate> candidates;
  double sum = 0;
  for (int i = -steps; i <= steps; ++i) {
    const double z = farthest * i / steps;
    const double at = std::clamp(score.mean + z * score.sd, least_score, 1 - least_score);
    const Distribution truth{seen.scores, under_logistic(seen, elo_of_score(at))};
    candidates.push_back({normal_density(z), motion_under(truth, options, state.llr)});
    sum += candidates.back().weight;
  }
  for (Candidate& candidate : candidates) candidate.weight /= sum;
  return forecast_of(candidates);
}

}  // namespace schiri::rating
