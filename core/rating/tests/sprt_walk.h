#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rating/tests/llr_curve.h"
#include "core/rating/tests/result_family.h"

namespace schiri::rating {

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

}  // namespace schiri::rating
