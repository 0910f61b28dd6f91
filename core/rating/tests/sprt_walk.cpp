#include "core/rating/tests/sprt_walk.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace schiri::rating {

namespace {

// Some ten milliseconds.
constexpr std::size_t most_steps = 10'000'000;
/// The share of the running tests that is not followed any more.
constexpr double negligible = 1e-12;

/// The running tests, by points.
class RunningTests {
 public:
  RunningTests(const ResultFamily& family, const WalkRule& rule, SprtWalk& walk)
      : family_(family), rule_(rule), walk_(walk), rest_(walk.rest) {}

  void follow();

 private:
  void step();
  /// Ends the tests that have a decision, or all of them after the last unit.
  void decide();
  void end(std::size_t i) { walk_.end(rest_.units, points(i), rest_.weights[i], rest_.log_scale); }
  void crop(std::size_t first, std::size_t end);
  void rescale(double sum);
  std::int64_t points(std::size_t i) const {
    return rest_.least_points + static_cast<std::int64_t>(i);
  }
  double llr(std::size_t i) const {
    const auto units = static_cast<double>(rest_.units);
    const double most = units * static_cast<double>(family_.most());
    const double ratio = rule_.curve.at(static_cast<double>(points(i)) / most);
    return (units + rule_.more_units) * ratio;
  }

  const ResultFamily& family_;
  const WalkRule& rule_;
  SprtWalk& walk_;
  WalkRest& rest_;
};

void RunningTests::follow() {
  for (std::size_t steps = 0; rest_.units < rule_.units && !rest_.weights.empty();) {
    steps += rest_.weights.size() * family_.base().size();
    if (steps > most_steps) return;
    step();
    decide();
  }
}

void RunningTests::step() {
  const std::vector<double> before = std::move(rest_.weights);
  const std::vector<double>& chances = family_.base();
  rest_.weights.assign(before.size() + family_.most(), 0);
  for (std::size_t i = 0; i < chances.size(); ++i) {
    double* const to = &rest_.weights[i];
    for (std::size_t j = 0; j < before.size(); ++j) to[j] += chances[i] * before[j];
  }
  ++rest_.units;
}

void RunningTests::decide() {
  const std::vector<double>& weights = rest_.weights;
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const bool is_last = rest_.units == rule_.units;
  const auto is_over = [&](std::size_t i) { return is_last || weights[i] < negligible * sum; };
  std::size_t first = 0, last = weights.size();
  while (first < last && (is_over(first) || llr(first) <= rule_.bounds.lower)) end(first++);
  while (first < last && (is_over(last - 1) || llr(last - 1) >= rule_.bounds.upper)) end(--last);
  crop(first, last);
  rescale(sum);
}

void RunningTests::crop(std::size_t first, std::size_t end) {
  auto& weights = rest_.weights;
  weights.erase(weights.begin() + static_cast<std::ptrdiff_t>(end), weights.end());
  weights.erase(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(first));
  rest_.least_points += static_cast<std::int64_t>(first);
}

/// Keeps the weights of long tests above the least positive number.
void RunningTests::rescale(double sum) {
  constexpr double least = 1e-100;
  if (sum > least) return;
  for (double& weight : rest_.weights) weight /= least;
  rest_.log_scale += std::log(least);
}

}  // namespace

void SprtWalk::end(std::uint64_t units, std::int64_t points, double weight, double log_scale) {
  if (weight > 0) ends.push_back({units, points, std::log(weight) + log_scale});
}

SprtWalk walk_sprt(const ResultFamily& family, const WalkRule& rule) {
  SprtWalk walk;
  walk.rest.weights = {1};
  RunningTests(family, rule, walk).follow();
  return walk;
}

}  // namespace schiri::rating
