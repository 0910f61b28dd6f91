#include "core/rating/sequential/sprt_estimate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/root.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/sequential/sprt_model.h"
#include "core/rating/sequential/sprt_walk.h"

namespace schiri::rating {

namespace {

std::int64_t sum_of_points(const MatchCounts& counts) {
  std::int64_t points = 0, result = 0;
  for (const std::uint64_t count : counts.counts()) {
    points += result++ * static_cast<std::int64_t>(count);
  }
  return points;
}

/// The standard deviation of the likelihood of `spread`, whatever the strength: 1 / sqrt(n
/// variance), with the variance of the squares that points do not explain.
double spread_deviation(const ResultFamily& family, double units) {
  const std::vector<double> scores = unit_scores(family.base().size());
  double covariance = 0;
  std::vector<double> squares;
  for (const double score : scores) squares.push_back(std::pow(2 * score - 1, 2));
  const Moments score = moments(scores, family.base()), square = moments(squares, family.base());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    covariance += family.base()[i] * (scores[i] - score.mean) * (squares[i] - square.mean);
  }
  const double left = square.variance - covariance * covariance / score.variance;
  return 1 / std::sqrt(units * std::max(left, 1e-6));
}

/// How strongly the ratio that decides depends on the variance of the results: 1 if it is inverse
/// to it, as near the bounds; 0 if it is independent, as far above them.
double dependence(const Distribution& closer, const Distribution& further,
                  const SprtOptions& options) {
  const double first = unit_llr(closer, options), second = unit_llr(further, options);
  if (first * second <= 0) return 1;
  const double change = std::log(moments(further.scores, further.chances).variance /
                                 moments(closer.scores, closer.chances).variance);
  return std::clamp(std::log(first / second) / change, 0.0, 1.0);
}

double kurtosis(const Distribution& results) {
  const double mean = moments(results.scores, results.chances).mean;
  std::vector<double> squares;
  for (const double each : results.scores) squares.push_back(std::pow(each - mean, 2));
  const Moments square = moments(squares, results.chances);
  return 1 + square.variance / (square.mean * square.mean);
}

/// The units whose squared distances from the mean a test lacks on average when it stops: a mean of
/// n squares has the relative variance (kurtosis - 1) / n, and its inverse is too large by that.
double variance_units(const ResultFamily& family, const SprtOptions& options) {
  constexpr double most = 3, step = 0.05;
  const std::vector<double> scores = unit_scores(family.base().size());
  const double score = moments(scores, family.base()).mean;
  const auto spread = [&](double more) {
    const ResultFamily other = family.spread(more);
    return Distribution{scores, other.at(other.with_score(score))};
  };
  return std::min(kurtosis({scores, family.base()}), most) *
         dependence(spread(-step), spread(step), options);
}

/// Three equally spaced values that stand for a normal distribution.
constexpr double spread_steps = 1.7;

}  // namespace

SprtOutcomes::SprtOutcomes(const MatchCounts& counts, const SprtOptions& options)
    : options_(options),
      units_(counts.units()),
      points_(sum_of_points(counts)),
      likely_units_(likely_units(counts)),
      seen_(likely_family(counts)) {
  const SprtState state = sprt(counts, options);
  llr_ = state.llr;
  bounds_ = {state.lower, state.upper};
  const double deviation = spread_deviation(seen_, likely_units_);
  variance_units_ = variance_units(seen_, options);
  const std::vector<double> scores = unit_scores(seen_.base().size());
  const auto [score, variance] = moments(scores, seen_.base());
  const double missing = 4 * variance * variance_units_;
  const double middle = missing * deviation * deviation;
  for (const double steps : {-spread_steps, 0.0, spread_steps}) {
    const double more = middle + steps * deviation;
    const ResultFamily other = seen_.spread(more);
    add_courses(ResultFamily(other.at(other.with_score(score))), more * missing);
  }
}

void SprtOutcomes::add_courses(const ResultFamily& family, double log_prior) {
  const LlrCurve curve(family, options_);
  courses_.push_back(
      {log_prior, family, curve, walk_sprt(family, {curve, bounds_, units_, variance_units_})});
}

double SprtOutcomes::log_likelihood(const std::vector<double>& chances) const {
  double sum = 0;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    sum += likely_units_ * seen_.base()[i] * std::log(chances[i]);
  }
  return sum;
}

SprtOutcomes::Comparison SprtOutcomes::compare(double elo) const {
  std::vector<double> tilts, weights;
  for (const Courses& courses : courses_) {
    tilts.push_back(courses.family.with_score(expected_score(elo)));
    weights.push_back(courses.log_prior + log_likelihood(courses.family.at(tilts.back())));
  }
  const double greatest = *std::max_element(weights.begin(), weights.end());
  for (double& weight : weights) weight = std::exp(weight - greatest);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  Comparison result;
  for (std::size_t i = 0; i < courses_.size(); ++i) {
    const auto [above, equal] = compare(courses_[i], tilts[i]);
    result.above += weights[i] / sum * above;
    result.equal += weights[i] / sum * equal;
  }
  return result;
}

SprtOutcomes::Comparison SprtOutcomes::compare(const Courses& courses, double t) const {
  const double log_sum = courses.family.log_sum(t);
  const auto units = static_cast<std::int64_t>(units_);
  Comparison result{rest_above(courses, t), 0};
  for (const WalkEnd& end : courses.walk.ends) {
    const auto after = static_cast<std::int64_t>(end.units);
    const std::int64_t mean = end.points * units, observed = points_ * after;
    if (mean < observed) continue;
    const double chance = std::exp(end.log_weight + t * static_cast<double>(end.points) -
                                   static_cast<double>(after) * log_sum);
    (mean > observed ? result.above : result.equal) += chance;
  }
  return result;
}

/// The units after which a test that decides as the observed one has a mean on its side of the
/// observed one: the mean at a bound is lower, or for H0 higher, the later the test ends.
double SprtOutcomes::decisive_units(double overshoot) const {
  const auto units = static_cast<double>(units_);
  const double upper = bounds_.upper + overshoot, lower = bounds_.lower - overshoot;
  return llr_ > upper ? units * upper / llr_ : llr_ < lower ? units * lower / llr_ : units;
}

/// The tests that were not followed to their end: their ratio goes on as Brownian motion.
double SprtOutcomes::rest_above(const Courses& courses, double t) const {
  const WalkRest& rest = courses.walk.rest;
  if (rest.weights.empty()) return 0;
  const std::vector<double> chances = courses.family.at(t);
  const Moments step =
      moments(log_ratios({unit_scores(chances.size()), chances}, options_), chances);
  const double overshoot = siegmund_overshoot(std::sqrt(step.variance));
  const double log_sum = courses.family.log_sum(t), followed = static_cast<double>(rest.units);
  const double left = std::max(decisive_units(overshoot) - followed, 1e-9);
  double sum = 0;
  for (std::size_t i = 0; i < rest.weights.size(); ++i) {
    const double points = static_cast<double>(rest.least_points) + static_cast<double>(i);
    const double chance =
        rest.weights[i] * std::exp(rest.log_scale + t * points - followed * log_sum);
    if (chance < 1e-12) continue;
    const double llr =
        followed *
        courses.curve.at(points / (followed * static_cast<double>(courses.family.most())));
    const BoundedMotion motion(step.mean * left, step.variance * left,
                               bounds_.lower - llr - overshoot, bounds_.upper - llr + overshoot);
    const double runs = llr_ >= bounds_.upper ? 0 : motion.runs_above(llr_ - llr);
    sum += chance * (motion.ends_above() + runs);
  }
  return sum;
}

std::optional<double> SprtEstimate::error() const {
  if (!low || !high) return std::nullopt;
  return (*high - *low) / 2;
}

SprtEstimate sprt_estimate(const MatchCounts& counts, const SprtOptions& options) {
  if (counts.units() == 0) return {};
  const SprtOutcomes outcomes(counts, options);
  constexpr double farthest = 2000;
  const auto strength = [&](double probability) -> std::optional<double> {
    const auto is_below = [&](double elo) { return outcomes.compare(elo).as_high() < probability; };
    if (!is_below(-farthest) || is_below(farthest)) return std::nullopt;
    return bisect({-farthest, farthest}, is_below, 1e-6).middle();
  };
  return {strength(0.5), strength(0.025), strength(0.975)};
}

}  // namespace schiri::rating
