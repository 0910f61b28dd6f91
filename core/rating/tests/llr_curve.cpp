#include "core/rating/tests/llr_curve.h"

#include <algorithm>
#include <cstddef>

#include "core/rating/tests/sprt_model.h"

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

}  // namespace schiri::rating
