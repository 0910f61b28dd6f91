#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rating/sequential/result_family.h"
#include "core/rating/sequential/sprt.h"

namespace schiri::rating {

/// The ratio of a unit, if the results are those of a family: by the mean score, interpolated.
class LlrCurve {
 public:
  LlrCurve(const ResultFamily& family, const SprtOptions& options);
  /// `score`: from 0 to 1.
  double at(double score) const;

 private:
  std::vector<double> ratios_;
};

/// The log-likelihood ratios between which a test continues.
struct LlrBounds {
  double lower = 0;
  double upper = 0;
};

/// How a test may end, without its order of results.
struct WalkEnd {
  std::uint64_t units = 0;
  std::int64_t points = 0;  ///< the sum of the numbers of the results, of all units
  double log_weight = 0;    ///< logarithm of the probability
};

/// The tests that a walk has followed to this number of units, and that continue.
struct WalkRest {
  std::uint64_t units = 0;
  std::int64_t least_points = 0;
  std::vector<double> weights;  ///< by points, from the least on
  double log_scale = 0;         ///< logarithm of the factor of all weights
};

/// All courses of a sequential test.
struct SprtWalk {
  std::vector<WalkEnd> ends;
  WalkRest rest;  ///< without weights if all tests have ended

  /// Adds an end, if it has weight.
  void end(std::uint64_t units, std::int64_t points, double weight, double log_scale = 0);
};

/// The rule that ends a test.
struct WalkRule {
  const LlrCurve& curve;
  LlrBounds bounds;
  std::uint64_t units = 0;  ///< the most
  /// The ratio that decides is that of so many units more: on average that of counts is larger than
  /// that of their mean score, because it is inverse to their variance.
  double more_units = 0;
};

/// Follows all courses of a sequential test, unit by unit, until a decision or the last unit, if
/// the results are those of a family's base. The probabilities for another member follow from them:
/// with t, an end has e^(t points - units log_sum(t)) times the weight.
///
/// A state is the sum of points; the ratio that decides is that of the family's member with their
/// mean. The walk stops early if it takes too many steps.
SprtWalk walk_sprt(const ResultFamily& family, const WalkRule& rule);

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
