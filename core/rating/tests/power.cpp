#include "core/rating/tests/power.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

constexpr double most_units = 1e15;

/// The standard deviation of equally spaced scores from 0 to 1 with these weights.
double deviation(const std::vector<double>& weights) {
  const double step = 1 / static_cast<double>(weights.size() - 1);
  double sum = 0, mean = 0, variance = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    sum += weights[i];
    mean += weights[i] * step * static_cast<double>(i);
  }
  mean /= sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double distance = step * static_cast<double>(i) - mean;
    variance += weights[i] / sum * distance * distance;
  }
  return std::sqrt(variance);
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
  const double seen = deviation({counts.counts().begin(), counts.counts().end()});
  if (seen == 0) return std::nullopt;
  return UnitSpread{seen, seen};
}

std::optional<std::string> complaint_about(const PowerOptions& options) {
  const auto is_probability = [](double p) { return p > 0 && p < 1; };
  if (!is_probability(options.alpha) || !is_probability(options.power)) {
    return "alpha and power must lie between 0 and 1";
  }
  if (!(options.power > options.alpha)) return "the power must be greater than alpha";
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

double normal_quantile(double probability) {
  double low = -40, high = 40;
  while (true) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    (normal_distribution(middle) < probability ? low : high) = middle;
  }
}

}  // namespace schiri::rating
