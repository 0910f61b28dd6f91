#include "core/tournament/spsa_plan.h"

#include <algorithm>
#include <cmath>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/root.h"
#include "core/tournament/spsa.h"

namespace schiri {

namespace {

/// Points less those of the other side, of a pair of games, for each Elo of difference: the slope
/// of the logistic curve at equality, for two games.
constexpr double slope = 2 * 2 * 2.302585092994046 / 400 / 4;
/// The variance of a pair's points between equal players without draws.
constexpr double variance = 2;

/// The 95 % quantile of the chi-square distribution.
double chi_square_95(int degrees) {
  const auto is_below = [&](double at) { return rating::chi_square_tail(at, degrees) > 0.05; };
  return rating::bisect({0, 10 + 3.0 * degrees}, is_below).high;
}

/// The distance of an option from its best value, in steps of c_end: mean and spread.
struct Deviation {
  double mean;
  double variance;
};

/// Iterates the recursion of a pair in blocks over which step sizes hardly change.
Deviation deviation(const SpsaModel& model, double pairs, double r_end) {
  constexpr int stretches = 400;
  const double A = model.gains.A * pairs;
  Deviation now{model.distance, 0};
  for (int i = 0; i < stretches; ++i) {
    const double k = (i + 0.5) / stretches * pairs;
    const double speed = r_end * std::pow((A + pairs) / (A + k + 1), model.gains.alpha);
    const double noise = speed * std::pow((k + 1) / pairs, model.gains.gamma);
    const double drift = 4 * slope * model.step_elo * speed;
    const double kept = std::exp(-drift * pairs / stretches);
    const double level = drift > 0 ? noise * noise * variance / (2 * drift) : 0;
    now.mean *= kept;
    now.variance = level + (now.variance - level) * kept * kept;
  }
  return now;
}

}  // namespace

double spsa_loss(const SpsaModel& model, std::uint64_t pairs, double r_end) {
  const Deviation end = deviation(model, static_cast<double>(pairs), r_end);
  const auto options = static_cast<double>(model.options);
  return model.step_elo * (options * end.mean * end.mean +
                           chi_square_95(static_cast<int>(model.options)) * end.variance);
}

SpsaPlan best_spsa_plan(const SpsaModel& model, std::uint64_t pairs) {
  // Below, hardly anything moves; above, only noise does.
  double low = std::log(1e-5), high = std::log(1.0);
  const auto loss = [&](double log_r) { return spsa_loss(model, pairs, std::exp(log_r)); };
  constexpr int halvings = 30;
  for (int i = 0; i < halvings; ++i) {
    const double one = low + (high - low) * 0.4, other = low + (high - low) * 0.6;
    (loss(one) < loss(other) ? high : low) = loss(one) < loss(other) ? other : one;
  }
  // Three digits suffice.
  const double r = std::exp((low + high) / 2);
  const double unit = std::pow(10, std::floor(std::log10(r)) - 2);
  const double rounded = std::round(r / unit) * unit;
  return {pairs, rounded, spsa_loss(model, pairs, rounded)};
}

std::optional<SpsaPlan> plan_spsa(const SpsaModel& model, double accuracy) {
  std::uint64_t low = 0, high = 64;
  while (best_spsa_plan(model, high).loss > accuracy) {
    low = high;
    high *= 2;
    if (high > Spsa::most_rounds) return std::nullopt;
  }
  while (high - low > std::max<std::uint64_t>(high / 50, 1)) {
    const std::uint64_t middle = (low + high) / 2;
    (best_spsa_plan(model, middle).loss > accuracy ? low : high) = middle;
  }
  return best_spsa_plan(model, high);
}

}  // namespace schiri
