#include "core/rating/tests/bounded_motion.h"

#include <algorithm>
#include <cmath>

#include "core/rating/numerics/distributions.h"

namespace schiri::rating {

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
