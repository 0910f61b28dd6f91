#include "core/rating/sequential/sprt_walk.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "core/rating/numerics/distributions.h"
#include "core/rating/sequential/sprt_model.h"

namespace schiri::rating {

namespace {

constexpr std::size_t steps = 128;

}  // namespace

LlrCurve::LlrCurve(const ResultFamily& family, const SprtOptions& options) {
  const std::vector<double> scores = unit_scores(family.base().size());
  // Scores of 0 and 1 have no member.
  constexpr double least = 2e-5;
  for (std::size_t i = 0; i <= steps; ++i) {
    const double score = static_cast<double>(i) / static_cast<double>(steps);
    const double t = family.with_score(std::clamp(score, least, 1 - least));
    ratios_.push_back(unit_llr({scores, family.at(t)}, options));
  }
}

double LlrCurve::at(double score) const {
  const double place = std::clamp(score, 0.0, 1.0) * static_cast<double>(steps);
  const std::size_t below = std::min(static_cast<std::size_t>(place), steps - 1);
  const double share = place - static_cast<double>(below);
  return ratios_[below] + share * (ratios_[below + 1] - ratios_[below]);
}

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
  for (std::size_t work = 0; rest_.units < rule_.units && !rest_.weights.empty();) {
    work += rest_.weights.size() * family_.base().size();
    if (work > most_steps) return;
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

namespace {

/// The share of a time after which the motion has ended with a probability of 1 - 1e-25.
double needed_share(double variance, double width) {
  constexpr double most = 12;
  return std::min(1.0, most * width * width / variance);
}

}  // namespace

BoundedMotion::BoundedMotion(double mean, double variance, double lower, double upper)
    : upper_(upper), width_(upper - lower) {
  const double share = needed_share(variance, width_);
  mean_ = mean * share;
  sd_ = std::sqrt(variance * share);
  pull_ = mean / variance;
  images_ = static_cast<int>(std::sqrt(90 * sd_ * sd_ + upper * upper) / (2 * width_)) + 2;
}

double BoundedMotion::ends_above() const {
  double sum = 0;
  for (int i = -images_; i <= images_; ++i) {
    const double bound = upper_ + 2 * i * width_, far = std::abs(bound);
    const double weight = pull_ * (upper_ - far);
    const double part =
        std::exp(weight + log_normal_distribution((mean_ - far) / sd_)) +
        std::exp(weight + 2 * pull_ * far + log_normal_distribution((-far - mean_) / sd_));
    sum += bound > 0 ? part : -part;
  }
  return std::clamp(sum, 0.0, 1.0);
}

double BoundedMotion::runs_above(double height) const {
  const double from = std::clamp(height, upper_ - width_, upper_);
  double sum = 0;
  for (int i = -images_; i <= images_; ++i) {
    const double shift = 2 * i * width_;
    sum += from_image(shift, from) - from_image(2 * upper_ + shift, from);
  }
  return std::clamp(sum, 0.0, 1.0);
}

/// The contribution of an image to ends between a height and the upper bound.
double BoundedMotion::from_image(double image, double from) const {
  const double low = (from - image - mean_) / sd_, high = (upper_ - image - mean_) / sd_;
  const double weight = pull_ * image;
  // On the side on which both are small.
  const double sign = low > 0 ? -1 : 1;
  return sign * (std::exp(weight + log_normal_distribution(sign * high)) -
                 std::exp(weight + log_normal_distribution(sign * low)));
}

}  // namespace schiri::rating
