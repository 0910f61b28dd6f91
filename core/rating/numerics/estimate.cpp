#include "core/rating/numerics/estimate.h"

#include <algorithm>
#include <cmath>

#include "core/rating/numerics/distributions.h"

namespace schiri::rating {

namespace {

struct Sums {
  double sum = 0;
  double weight = 0;
};

Sums total(std::span<const Cluster> clusters) {
  Sums sums;
  for (const Cluster& one : clusters) {
    sums.sum += one.sum;
    sums.weight += one.weight;
  }
  return sums;
}

/// The sum of squared residuals of the clusters from a mean, each relative to the mean weight.
double squares(std::span<const Cluster> clusters, double mean, double mean_weight) {
  double sum = 0;
  for (const Cluster& one : clusters) {
    const double residual = (one.sum - mean * one.weight) / mean_weight;
    sum += residual * residual;
  }
  return sum;
}

}  // namespace

std::optional<double> Estimate::error() const {
  if (!low || !high) return std::nullopt;
  return std::max(value - *low, *high - value);
}

std::optional<Estimate> share_estimate(std::span<const Cluster> clusters, double z) {
  const Sums sums = total(clusters);
  if (!(sums.weight > 0)) return std::nullopt;
  const auto n = static_cast<double>(clusters.size());
  const double share = sums.sum / sums.weight;
  const double added = z * z / 2;
  const double middle = (n * share + added) / (n + 2 * added);
  const double spread = squares(clusters, middle, sums.weight / n) +
                        added * (middle * middle + (1 - middle) * (1 - middle));
  const double half = z * std::sqrt(spread) / (n + 2 * added);
  return Estimate{share, std::clamp(middle - half, 0.0, share),
                  std::clamp(middle + half, share, 1.0),
                  squares(clusters, share, sums.weight / n) / (n * n), n};
}

std::optional<Estimate> mean_estimate(std::span<const Cluster> clusters, double step) {
  const Sums sums = total(clusters);
  if (!(sums.weight > 0)) return std::nullopt;
  const auto n = static_cast<double>(clusters.size());
  const double mean = sums.sum / sums.weight;
  if (clusters.size() < 2) return Estimate{mean};
  const double mean_weight = sums.weight / n;
  const double variance = std::max(squares(clusters, mean, mean_weight) / (n - 1),
                                   squared(step / mean_weight) / (n + 1));
  const double half = t95(n - 1) * std::sqrt(variance / n);
  return Estimate{mean, mean - half, mean + half};
}

Estimate elo_estimate(const Estimate& score) {
  const auto bound = [](std::optional<double> share) {
    return share && *share > 0 && *share < 1 ? std::optional(elo_of_score(*share)) : std::nullopt;
  };
  return {elo_of_score(score.value), bound(score.low), bound(score.high)};
}

Estimate difference(const Estimate& a, const Estimate& b) {
  Estimate between{b.value - a.value};
  if (a.error() && b.error()) {
    const double half = std::hypot(*a.error(), *b.error());
    between.low = between.value - half;
    between.high = between.value + half;
  }
  if (a.clusters > 0 && b.clusters > 0) {
    between.variance = a.variance + b.variance;
    between.clusters = 1 / (1 / a.clusters + 1 / b.clusters);
  }
  return between;
}

std::optional<double> games_factor(const Estimate& estimate, double null, double least) {
  if (!estimate.low || !estimate.high) return std::nullopt;
  const double effect = std::max(std::abs(estimate.value - null), least);
  const double error =
      estimate.clusters > 0
          ? std::sqrt(std::max(estimate.variance, effect * (1 - effect) / estimate.clusters))
          : (*estimate.high - *estimate.low) / 2 / z95;
  const double in_four_of_five = z95 + normal_quantile(0.8);
  return std::max(squared(in_four_of_five * error / effect), 1.0);
}

}  // namespace schiri::rating
