#include "core/rating/tests/sprt_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/root.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

/// The root theta of sum q_i v_i / (1 + theta v_i) between the poles around 0: the sum decreases
/// there, so bisection finds it. 0 if all values have one sign, because then there is none.
double multiplier(const std::vector<double>& chances, const std::vector<double>& values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  if (!(*least < 0 && *greatest > 0)) return 0;
  const auto sum_at = [&](double theta) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum += chances[i] * values[i] / (1 + theta * values[i]);
    }
    return sum;
  };
  return bisect({-1 / *greatest, -1 / *least}, [&](double theta) { return sum_at(theta) > 0; })
      .middle();
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

/// The most likely distribution under (mean - 1/2) = t sigma, with the distribution's own sigma:
/// solved for the sigma of the last iteration, from the uniform distribution on, until convergence.
std::vector<double> under_normalized(const Distribution& seen, double t) {
  Distribution fit = seen;
  fit.chances.assign(seen.scores.size(), 1 / static_cast<double>(seen.scores.size()));
  constexpr int most_rounds = 50;
  for (int round = 0; round < most_rounds; ++round) {
    const auto [mean, variance] = moments(fit.scores, fit.chances);
    const double sigma = std::sqrt(variance);
    std::vector<double> values;
    for (const double score : seen.scores) {
      const double distance = (score - mean) / sigma;
      values.push_back(score - 0.5 - t * sigma / 2 * (1 + distance * distance));
    }
    const std::vector<double> before =
        std::exchange(fit.chances, most_likely(seen.chances, values));
    double change = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      change = std::max(change, std::abs(before[i] - fit.chances[i]));
    }
    if (change < 1e-9) break;
  }
  return fit.chances;
}

}  // namespace

std::pair<Distribution, double> observed(const MatchCounts& counts) {
  Distribution result{unit_scores(counts.counts().size()), counts.weights()};
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
