#include "core/rating/sequential/sprt_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/root.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

/// The root theta of sum q_i v_i / (1 + theta v_i) between the poles around 0, where the sum
/// decreases: by Newton's method, and by bisection where that leaves the known interval. 0 if all
/// values have one sign, because then there is none (a logistic strength beyond all scores).
double multiplier(const std::vector<double>& chances, const std::vector<double>& values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  if (!(*least < 0 && *greatest > 0)) return 0;
  RootInterval within{-1 / *greatest, -1 / *least};
  constexpr int most_steps = 200;
  double theta = 0;
  for (int step = 0; step < most_steps; ++step) {
    double sum = 0, slope = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double part = values[i] / (1 + theta * values[i]);
      sum += chances[i] * part;
      slope += chances[i] * part * part;
    }
    (sum > 0 ? within.low : within.high) = theta;
    const double newton = theta + sum / slope;
    const bool is_within = newton > within.low && newton < within.high;
    const double next = is_within ? newton : within.middle();
    // With full precision, because a rare result has its root at a tiny distance from a pole.
    if (newton == theta || next <= within.low || next >= within.high) break;
    theta = next;
  }
  return theta;
}

/// Among the distributions under which the values have expectation 0, the one that makes the
/// observed results most likely: p_i = q_i / (1 + theta v_i).
std::vector<double> most_likely(const std::vector<double>& seen,
                                const std::vector<double>& values) {
  const double theta = multiplier(seen, values);
  std::vector<double> chances(seen.size());
  for (std::size_t i = 0; i < seen.size(); ++i) chances[i] = seen[i] / (1 + theta * values[i]);
  return chances;
}

/// A distribution under (mean - 1/2) = t sigma, with the distribution's own sigma: solved for the
/// moments of the last iteration until they stay. Later steps are shorter, because some results
/// make the iteration swing. `fallback` replaces moments under which no distribution is possible.
std::vector<double> under_normalized(const Distribution& seen, double t, Moments at,
                                     const Moments& fallback) {
  constexpr int most_rounds = 600, quick_rounds = 50, slow_rounds = 150;
  constexpr double accuracy = 1e-12;
  std::vector<double> chances = seen.chances;
  for (int round = 0; round < most_rounds; ++round) {
    const double sigma = std::sqrt(at.variance);
    std::vector<double> values;
    for (const double score : seen.scores) {
      const double distance = (score - at.mean) / sigma;
      values.push_back(score - 0.5 - t * sigma / 2 * (1 + distance * distance));
    }
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    Moments next = fallback;
    if (*least < 0 && *greatest > 0) {
      chances = most_likely(seen.chances, values);
      next = moments(seen.scores, chances);
    }
    const double change = std::abs(next.mean - at.mean) + std::abs(next.variance - at.variance);
    if (change < accuracy) break;
    const double step = round < quick_rounds ? 1 : round < slow_rounds ? 0.5 : 0.1;
    at.mean += step * (next.mean - at.mean);
    at.variance += step * (next.variance - at.variance);
  }
  return chances;
}

/// The most likely distribution under (mean - 1/2) = t sigma. It begins with the moments of a
/// distribution that only wins and loses, whose condition can be met for every t. For a large t the
/// likelihood has several maxima, so it begins with the observed moments and other means, too.
std::vector<double> under_normalized(const Distribution& seen, double t) {
  constexpr double large = 1, precise = 1e-6;
  const double sigma = 1 / (2 * std::sqrt(1 + t * t));
  const Moments start{0.5 + t * sigma, sigma * sigma};
  std::vector<double> best = under_normalized(seen, t, start, start);
  if (std::abs(t) <= large) return best;
  std::vector<Moments> others;
  const Moments own = moments(seen.scores, seen.chances);
  if (own.variance > 0) others.push_back(own);
  for (const double share : {0.25, 0.5, 0.75}) {
    others.push_back({0.5 + share * t * sigma, share * share * sigma * sigma});
  }
  for (const Moments& at : others) {
    std::vector<double> other = under_normalized(seen, t, at, start);
    const Moments reached = moments(seen.scores, other);
    const bool is_met = std::abs(reached.mean - 0.5 - t * std::sqrt(reached.variance)) < precise;
    double gain = 0;
    for (std::size_t i = 0; i < other.size(); ++i) {
      gain += seen.chances[i] * std::log(other[i] / best[i]);
    }
    if (is_met && gain > 0) best = std::move(other);
  }
  return best;
}

}  // namespace

std::pair<Distribution, double> observed(std::vector<double> counts) {
  Distribution result{unit_scores(counts.size()), std::move(counts)};
  for (double& chance : result.chances) chance = chance == 0 ? 1e-3 : chance;
  const double units = result.normalise();
  return {result, units};
}

std::vector<double> under_logistic(const Distribution& seen, double elo) {
  std::vector<double> values;
  for (const double score : seen.scores) values.push_back(score - expected_score(elo));
  return most_likely(seen.chances, values);
}

std::vector<double> under(const Distribution& seen, double elo, bool pairs, SprtModel model) {
  if (model == SprtModel::logistic) return under_logistic(seen, elo);
  const double t = elo * std::numbers::ln10 / 800;
  return under_normalized(seen, pairs ? t * std::numbers::sqrt2 : t);
}

std::vector<double> log_ratios(const Distribution& truth, const SprtOptions& options) {
  const bool pairs = truth.scores.size() == 5;
  const auto p0 = under(truth, options.elo0, pairs, options.model);
  const auto p1 = under(truth, options.elo1, pairs, options.model);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < p0.size(); ++i) {
    ratios.push_back(truth.chances[i] > 0 ? std::log(p1[i] / p0[i]) : 0);
  }
  return ratios;
}

double unit_llr(const Distribution& seen, const SprtOptions& options) {
  return moments(log_ratios(seen, options), seen.chances).mean;
}

}  // namespace schiri::rating
