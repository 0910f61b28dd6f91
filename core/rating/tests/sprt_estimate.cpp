#include "core/rating/tests/sprt_estimate.h"

#include "core/rating/numerics/root.h"
#include "core/rating/tests/sprt_outcomes.h"

namespace schiri::rating {

std::optional<double> SprtEstimate::error() const {
  if (!low || !high) return std::nullopt;
  return (*high - *low) / 2;
}

SprtEstimate sprt_estimate(const MatchCounts& counts, const SprtOptions& options) {
  if (counts.units() == 0) return {};
  const SprtOutcomes outcomes(counts, options);
  constexpr double farthest = 2000;
  const auto strength = [&](double probability) -> std::optional<double> {
    const auto is_below = [&](double elo) { return outcomes.compare(elo).as_high() < probability; };
    if (!is_below(-farthest) || is_below(farthest)) return std::nullopt;
    return bisect({-farthest, farthest}, is_below, 1e-6).middle();
  };
  return {strength(0.5), strength(0.025), strength(0.975)};
}

}  // namespace schiri::rating
