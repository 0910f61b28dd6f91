#pragma once

namespace schiri::rating {

/// Brownian motion from 0 until it reaches one of two bounds or its time ends, by the method of
/// images: each bound mirrors the start and its images in turn. It approximates the log-likelihood
/// ratio of a sequential test; the bounds of such a test are moved out by `siegmund_overshoot`.
class BoundedMotion {
 public:
  /// Mean and variance (positive) of the motion at the end of the time; lower < 0 < upper.
  BoundedMotion(double mean, double variance, double lower, double upper);

  /// The probability that it has ended above.
  double ends_above() const;
  /// The probability that it has not ended and is at least this high.
  double runs_above(double height) const;
  /// The probability that it has not ended.
  double runs() const { return runs_above(upper_ - width_); }

 private:
  double from_image(double image, double from) const;

  double mean_, sd_;
  double pull_;
  double upper_;
  double width_;
  int images_;
};

/// The expected distance by which a walk of steps with this standard deviation passes a bound (D.
/// Siegmund, "Corrected diffusion approximations in certain random walk problems", 1979).
inline double siegmund_overshoot(double sd) { return 0.5826 * sd; }

}  // namespace schiri::rating
