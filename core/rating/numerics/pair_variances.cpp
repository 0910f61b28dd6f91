#include "core/rating/numerics/pair_variances.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "core/rating/numerics/pair_system.h"
#include "core/rating/numerics/sampled_variances.h"
#include "core/rating/numerics/selected_inverse.h"

namespace schiri::rating {

namespace {

/// Adds the share of the shared parameters to the variances of the ratings and of differences, and
/// appends their own. False if they have none.
bool add_shared(const PairSystem& system, std::span<const std::size_t> ranking,
                PairVariances& variances) {
  const PairMatrix& matrix = system.matrix();
  LaneVector right(system.players());
  for (std::size_t i = 0; i < right.size(); ++i) {
    right[i][0] = matrix.border(0)[i];
    right[i][1] = matrix.border(1)[i];
  }
  LaneVector solved = system.solve(right);
  centre(solved);
  // Not a structured binding, which clang 14 does not capture.
  auto corner = matrix.corner();
  double &first = corner[0], &mixed = corner[1], &second = corner[2];
  for (std::size_t i = 0; i < right.size(); ++i) {
    first -= right[i][0] * solved[i][0];
    mixed -= right[i][0] * solved[i][1];
    second -= right[i][1] * solved[i][1];
  }
  const double determinant = first * second - mixed * mixed;
  if (!(first > 0) || !(determinant > 0)) return false;
  const auto share = [&](double a, double b) {
    return (second * a * a - 2 * mixed * a * b + first * b * b) / determinant;
  };
  for (std::size_t i = 0; i < right.size(); ++i) {
    variances.diagonal[i] += share(solved[i][0], solved[i][1]);
  }
  for (std::size_t k = 0; k < variances.steps.size(); ++k) {
    const Lanes step = solved[ranking[k]] - solved[ranking[k + 1]];
    variances.steps[k] += share(step[0], step[1]);
  }
  variances.diagonal.insert(variances.diagonal.end(), {second / determinant, first / determinant});
  return true;
}

PairVariances centred_variances(const PairMatrix& matrix, std::size_t most_dense,
                                std::span<const std::size_t> ranking, SamplingPlan& plan) {
  const PairSystem system(matrix, most_dense);
  if (system.is_small() && !system.core_inverse()) return {};
  PairVariances variances;
  if (system.is_small()) {
    variances.diagonal = selected_variances(system);
    variances.steps = sampled_differences(system, ranking, variances.diagonal, plan);
  } else {
    SampledVariances sampled = sampled_variances(system, ranking, plan);
    variances = {std::move(sampled.ratings), std::move(sampled.differences)};
  }
  if (!add_shared(system, ranking, variances)) return {};
  return variances;
}

/// Adds `factor` times other numbers.
void add_scaled(std::vector<double>& values, double factor, const std::vector<double>& others) {
  values.resize(others.size());
  for (std::size_t i = 0; i < others.size(); ++i) values[i] += factor * others[i];
}

/// The weight of two players in both matrices.
struct WeightPair {
  std::uint32_t i;
  std::uint32_t j;
  double weight;
  double middle;
};

/// The greatest ratio of the middle's weight to the matrix's, at least 1.
double greatest_ratio(const PairMatrix& matrix, const PairMatrix& middle) {
  std::vector<WeightPair> all;
  all.reserve(matrix.edges().size() + middle.edges().size());
  for (const auto& [i, j, weight] : matrix.edges()) {
    all.push_back({std::min(i, j), std::max(i, j), weight, 0});
  }
  for (const auto& [i, j, weight] : middle.edges()) {
    all.push_back({std::min(i, j), std::max(i, j), 0, weight});
  }
  std::sort(all.begin(), all.end(), [](const WeightPair& a, const WeightPair& b) {
    return std::tie(a.i, a.j) < std::tie(b.i, b.j);
  });
  double greatest = 1;
  for (std::size_t begin = 0, k = 0; k < all.size(); ++k) {
    if (all[k].i != all[begin].i || all[k].j != all[begin].j) begin = k;
    if (k > begin) {
      all[begin].weight += all[k].weight;
      all[begin].middle += all[k].middle;
    }
    const bool is_last =
        k + 1 == all.size() || all[k + 1].i != all[k].i || all[k + 1].j != all[k].j;
    if (is_last) greatest = std::max(greatest, all[begin].middle / all[begin].weight);
  }
  return greatest;
}

}  // namespace

PairVariances centred_variances(const PairMatrix& matrix, std::size_t most_dense,
                                std::span<const std::size_t> ranking) {
  SamplingPlan plan;
  return centred_variances(matrix, most_dense, ranking, plan);
}

PairVariances centred_sandwich(const PairMatrix& matrix, const PairMatrix& middle,
                               std::size_t most_dense, std::span<const std::size_t> ranking) {
  // All weights must stay positive; the error is of the order of t squared.
  const double t = std::min(1e-3, 0.1 / greatest_ratio(matrix, middle));
  SamplingPlan plan;
  PairVariances variances;
  for (const double sign : {-1.0, 1.0}) {
    PairMatrix moved = matrix;
    moved.add_scaled(middle, sign * t);
    const PairVariances there = centred_variances(moved, most_dense, ranking, plan);
    if (there.diagonal.empty()) return {};
    add_scaled(variances.diagonal, -sign / (2 * t), there.diagonal);
    add_scaled(variances.steps, -sign / (2 * t), there.steps);
  }
  return variances;
}

}  // namespace schiri::rating
