#include "core/rating/tests/power.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/message.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

constexpr double most_units = 1e15;

/// The standard deviation of equally spaced scores from 0 to 1 with these weights.
double deviation(const std::vector<double>& weights) {
  return std::sqrt(moments(unit_scores(weights.size()), weights).variance);
}

}  // namespace

std::optional<UnitSpread> spread_of_games(double elo, double draw_rate) {
  const double score = expected_score(elo);
  const double wins = score - draw_rate / 2, losses = 1 - score - draw_rate / 2;
  if (wins < 0 || losses < 0) return std::nullopt;
  const double decided = (1 - draw_rate) / 2;
  return UnitSpread{deviation({decided, draw_rate, decided}), deviation({losses, draw_rate, wins})};
}

std::optional<UnitSpread> spread_of(const MatchCounts& counts) {
  if (counts.units() == 0) return std::nullopt;
  const double seen = deviation(counts.weights());
  if (seen == 0) return std::nullopt;
  return UnitSpread{seen, seen};
}

std::optional<Message> complaint_about(const PowerOptions& options) {
  const auto is_probability = [](double p) { return p > 0 && p < 1; };
  if (!is_probability(options.alpha) || !is_probability(options.power)) {
    return message("alpha and power must lie between 0 and 1");
  }
  if (!(options.power > options.alpha)) return message("the power must be greater than alpha");
  return std::nullopt;
}

std::optional<std::uint64_t> units_needed(double elo, const UnitSpread& spread,
                                          const PowerOptions& options) {
  const double alpha = options.two_sided ? options.alpha / 2 : options.alpha;
  const double lead = std::abs(expected_score(elo) - 0.5);
  const double wanted =
      normal_quantile(1 - alpha) * spread.equal + normal_quantile(options.power) * spread.different;
  const double units = std::ceil(std::pow(wanted / lead, 2));
  if (!(units <= most_units)) return std::nullopt;
  return static_cast<std::uint64_t>(std::max(units, 1.0));
}

}  // namespace schiri::rating
