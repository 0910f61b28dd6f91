#include "core/rating/tests/sprt_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/root.h"
#include "core/rating/tests/sprt_model.h"

namespace schiri::rating {

namespace {

/// Brownian motion from 0 until it reaches one of two bounds, by the method of images: each bound
/// mirrors the start and its images in turn.
class BoundedMotion {
 public:
  /// Mean and variance of the motion at the end of the time.
  BoundedMotion(double mean, double variance, double lower, double upper)
      : mean_(mean),
        sd_(std::sqrt(variance)),
        pull_(mean / variance),
        upper_(upper),
        width_(upper - lower),
        images_(static_cast<int>(std::sqrt(90 * variance + upper * upper) / (2 * width_)) + 2) {}

  /// The probability that it has ended above.
  double ends_above() const {
    double sum = 0;
    for (int i = -images_; i <= images_; ++i) {
      const double bound = upper_ + 2 * i * width_, far = std::abs(bound);
      const double weight = pull_ * (upper_ - far);
      const double part =
          std::exp(weight + log_normal_distribution((mean_ - far) / sd_)) +
          std::exp(weight + 2 * pull_ * far + log_normal_distribution((-far - mean_) / sd_));
      sum += bound > 0 ? part : -part;
    }
    return sum;
  }

  /// The probability that it has not ended and is at least this high.
  double runs_above(double height) const {
    const double from = std::clamp(height, upper_ - width_, upper_);
    double sum = 0;
    for (int i = -images_; i <= images_; ++i) {
      const double shift = 2 * i * width_;
      sum += from_image(shift, from) - from_image(2 * upper_ + shift, from);
    }
    return sum;
  }

 private:
  /// The contribution of an image to ends between a height and the upper bound.
  double from_image(double image, double from) const {
    const double low = (from - image - mean_) / sd_, high = (upper_ - image - mean_) / sd_;
    const double weight = pull_ * image;
    // On the side on which both are small.
    const double sign = low > 0 ? -1 : 1;
    return sign * (std::exp(weight + log_normal_distribution(sign * high)) -
                   std::exp(weight + log_normal_distribution(sign * low)));
  }

  double mean_, sd_;
  double pull_;
  double upper_;
  double width_;
  int images_;
};

/// The outcome of a test, and its probability for each strength.
class Outcomes {
 public:
  Outcomes(const MatchCounts& counts, const SprtOptions& options, const SprtState& state)
      : options_(options),
        state_(state),
        pairs_(counts.pairs()),
        time_(static_cast<double>(counts.units())),
        seen_(likely(counts)) {}

  /// The probability of an outcome at least as high, which rises with the strength.
  double as_high(double elo) const {
    const BoundedMotion motion = motion_under(elo);
    double value = motion.ends_above();
    if (state_.decision != SprtDecision::h1) {
      // Undecided outcomes rank above H0.
      const double least = state_.decision ? -std::numeric_limits<double>::infinity() : state_.llr;
      value += motion.runs_above(least);
    }
    return std::clamp(value, 0.0, 1.0);
  }

 private:
  /// The results, with a quarter of a result of each kind added: unseen results are possible.
  static Distribution likely(const MatchCounts& counts) {
    constexpr double unseen = 0.25;
    Distribution seen{unit_scores(counts.counts().size()), counts.weights(unseen)};
    seen.normalise();
    return seen;
  }

  BoundedMotion motion_under(double elo) const {
    const Distribution truth{seen_.scores, under_logistic(seen_, elo)};
    const auto p0 = under(truth, options_.elo0, pairs_, options_.model);
    const auto p1 = under(truth, options_.elo1, pairs_, options_.model);
    std::vector<double> steps;
    for (std::size_t i = 0; i < p0.size(); ++i) steps.push_back(std::log(p1[i] / p0[i]));
    auto [mean, variance] = moments(steps, truth.chances);
    variance = std::max(variance, 1e-12);
    const double overshoot = 0.5826 * std::sqrt(variance);
    return {mean * time_, variance * time_, state_.lower - overshoot, state_.upper + overshoot};
  }

  const SprtOptions& options_;
  const SprtState& state_;
  bool pairs_;
  double time_;
  Distribution seen_;
};

}  // namespace

std::optional<double> SprtEstimate::error() const {
  if (!low || !high) return std::nullopt;
  return (*high - *low) / 2;
}

SprtEstimate sprt_estimate(const MatchCounts& counts, const SprtOptions& options,
                           const SprtState& state) {
  if (counts.units() == 0) return {};
  const Outcomes outcomes(counts, options, state);
  constexpr double farthest = 2000;
  const auto strength = [&](double probability) -> std::optional<double> {
    if (outcomes.as_high(-farthest) >= probability) return std::nullopt;
    if (outcomes.as_high(farthest) <= probability) return std::nullopt;
    const auto is_below = [&](double elo) { return outcomes.as_high(elo) < probability; };
    return bisect({-farthest, farthest}, is_below, 1e-6).middle();
  };
  return {strength(0.5), strength(0.025), strength(0.975)};
}

}  // namespace schiri::rating
