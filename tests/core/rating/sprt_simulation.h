#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/rating/sequential/match_stats.h"
#include "core/rating/sequential/sprt.h"
#include "core/rating/sequential/sprt_estimate.h"
#include "core/rating/sequential/sprt_model.h"
#include "core/rating/sequential/sprt_plan.h"

/// Simulated sequential tests: how often the estimate after them lies above the truth, and how
/// often its interval covers the truth.
namespace schiri::sprt_simulation {

struct Design {
  double elo0;
  double elo1;
  double draw_rate;  ///< between equal players
  double truth;      ///< logistic Elo
  bool pairs = true;
  rating::SprtModel model = rating::SprtModel::logistic;

  rating::SprtOptions options() const { return {.elo0 = elo0, .elo1 = elo1, .model = model}; }
  /// The true chances of a unit's results.
  std::vector<double> chances() const {
    if (pairs)
      return rating::pair_results_at(draw_rate, truth, rating::SprtModel::logistic)->chances;
    const double decided = (1 - draw_rate) / 2;
    return rating::under_logistic({rating::unit_scores(3), {decided, draw_rate, decided}}, truth);
  }
};

/// Shares of tests. A result that several outcomes share counts by the part of it that is above.
struct Shares {
  double units = 0;    ///< mean number of units
  double above = 0;    ///< the estimate is above the truth
  double covered = 0;  ///< the truth is in the interval
  double naive = 0;    ///< the mean score of the test is above the truth

  void add(const Shares& other, double weight = 1) {
    units += weight * other.units;
    above += weight * other.above;
    covered += weight * other.covered;
    naive += weight * other.naive;
  }
};

/// One unit with this result, 0 is the worst.
inline rating::MatchCounts unit(bool pairs, std::size_t result) {
  if (!pairs) return rating::MatchCounts::wdl(result == 2, result == 1, result == 0);
  std::array<std::uint64_t, 5> cells{};
  cells[result] = 1;
  return rating::MatchCounts::penta(cells);
}

/// The part of a test's outcome below a quantile of all outcomes.
inline double share_below(const rating::SprtOutcomes::Comparison& comparison, double quantile) {
  if (comparison.equal < 1e-12) return comparison.above < quantile ? 1 : 0;
  return std::clamp((quantile - comparison.above) / comparison.equal, 0.0, 1.0);
}

/// What the estimate after one test contributes.
inline Shares shares_of(const rating::MatchCounts& counts, const Design& design) {
  const auto comparison = rating::SprtOutcomes(counts, design.options()).compare(design.truth);
  const auto elo = rating::match_elo(counts).elo;
  const bool won = counts.counts().front() < counts.counts().back();
  return {static_cast<double>(counts.units()), share_below(comparison, 0.5),
          share_below(comparison, 0.975) - share_below(comparison, 0.025),
          elo.value_or(won ? 1e9 : -1e9) > design.truth ? 1.0 : 0.0};
}

/// Plays tests of a design, the same ones in each run.
class Simulation {
 public:
  explicit Simulation(const Design& design)
      : design_(design), chances_(design.chances()), rng_(1) {}

  Shares run(int tests) {
    Shares shares;
    for (int i = 0; i < tests; ++i) shares.add(shares_of(play(), design_), 1.0 / tests);
    return shares;
  }

 private:
  rating::MatchCounts play() {
    auto counts = unit(design_.pairs, draw());
    while (!sprt(counts, design_.options()).decision) counts += unit(design_.pairs, draw());
    return counts;
  }

  std::size_t draw() {
    double at = static_cast<double>(rng_() >> 11) / 9007199254740992.0;
    std::size_t result = 0;
    while (result + 1 < chances_.size() && at >= chances_[result]) at -= chances_[result++];
    return result;
  }

  Design design_;
  std::vector<double> chances_;
  Rng rng_;
};

}  // namespace schiri::sprt_simulation
