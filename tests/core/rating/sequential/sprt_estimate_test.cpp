#include "core/rating/sequential/sprt_estimate.h"

#include "core/base/random.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/sequential/match_stats.h"
#include "core/rating/sequential/result_family.h"
#include "core/rating/sequential/sprt_plan.h"
#include "core/rating/sequential/sprt_walk.h"
#include "tests/catch.h"

namespace sprt_estimate_test {

using namespace schiri::rating;

using Cells = std::array<std::uint64_t, 5>;

/// The ends of a test, with their probabilities: all courses, each by its counts.
struct Ends {
  std::map<Cells, double> decided;
  std::map<Cells, double> undecided;  ///< after the last unit
};

MatchCounts counts_of(const Cells& cells, bool pairs) {
  return pairs ? MatchCounts::penta(cells) : MatchCounts::wdl(cells[2], cells[1], cells[0]);
}

Ends all_ends(const std::vector<double>& chances, const SprtOptions& options, int units) {
  Ends ends;
  ends.undecided[{}] = 1;
  for (int unit = 0; unit < units; ++unit) {
    std::map<Cells, double> next;
    for (const auto& [cells, weight] : ends.undecided) {
      for (std::size_t i = 0; i < chances.size(); ++i) {
        Cells more = cells;
        ++more[i];
        next[more] += weight * chances[i];
      }
    }
    ends.undecided.clear();
    for (const auto& [cells, weight] : next) {
      const bool is_decided =
          sprt(counts_of(cells, chances.size() == 5), options).decision.has_value();
      (is_decided ? ends.decided : ends.undecided)[cells] = weight;
    }
  }
  return ends;
}

/// The share of tests that accept H1.
double passed(const Ends& ends, const SprtOptions& options, bool pairs) {
  double sum = 0;
  for (const auto& [cells, weight] : ends.decided) {
    if (sprt(counts_of(cells, pairs), options).decision == SprtDecision::h1) sum += weight;
  }
  return sum;
}

SprtWalk walk_of(const ResultFamily& family, const SprtOptions& options, std::uint64_t units) {
  const LlrCurve curve(family, options);
  const SprtState state = sprt(MatchCounts::penta({}), options);
  return walk_sprt(family, {curve, {state.lower, state.upper}, units});
}

/// The share of tests that end before the last unit with more than this share of the points.
double passed(const SprtWalk& walk, std::uint64_t last, double score) {
  double sum = 0;
  for (const WalkEnd& end : walk.ends) {
    const double all = 2 * static_cast<double>(end.units);
    if (end.units<last&& static_cast<double>(end.points)> score * all) {
      sum += std::exp(end.log_weight);
    }
  }
  return sum;
}

SprtEstimate pair_estimate(const Cells& cells, const SprtOptions& options) {
  return sprt_estimate(MatchCounts::penta(cells), options);
}

// Simulated sequential tests: how often the estimate after them lies above the truth, and how often
// its interval covers the truth.

struct Design {
  double elo0;
  double elo1;
  double draw_rate;  ///< between equal players
  double truth;      ///< logistic Elo
  bool pairs = true;
  SprtModel model = SprtModel::logistic;

  SprtOptions options() const { return {.elo0 = elo0, .elo1 = elo1, .model = model}; }
  /// The true chances of a unit's results.
  std::vector<double> chances() const {
    if (pairs) return pair_results_at(draw_rate, truth, SprtModel::logistic)->chances;
    const double decided = (1 - draw_rate) / 2;
    return under_logistic({unit_scores(3), {decided, draw_rate, decided}}, truth);
  }
};

/// Shares of tests. A result that several outcomes share counts by the part of it that is above.
struct Shares {
  double units = 0;    ///< mean number of units
  double above = 0;    ///< the estimate is above the truth
  double covered = 0;  ///< the truth is in the interval

  void add(const Shares& other, double weight = 1) {
    units += weight * other.units;
    above += weight * other.above;
    covered += weight * other.covered;
  }
};

/// One unit with this result, 0 is the worst.
MatchCounts unit(bool pairs, std::size_t result) {
  if (!pairs) return MatchCounts::wdl(result == 2, result == 1, result == 0);
  std::array<std::uint64_t, 5> cells{};
  cells[result] = 1;
  return MatchCounts::penta(cells);
}

/// The part of a test's outcome below a quantile of all outcomes.
double share_below(const SprtOutcomes::Comparison& comparison, double quantile) {
  if (comparison.equal < 1e-12) return comparison.above < quantile ? 1 : 0;
  return std::clamp((quantile - comparison.above) / comparison.equal, 0.0, 1.0);
}

/// What the estimate after one test contributes.
Shares shares_of(const MatchCounts& counts, const Design& design) {
  const auto comparison = SprtOutcomes(counts, design.options()).compare(design.truth);
  return {static_cast<double>(counts.units()), share_below(comparison, 0.5),
          share_below(comparison, 0.975) - share_below(comparison, 0.025)};
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
  MatchCounts play() {
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

TEST_CASE("sprt walk: about as many tests of games pass as in an enumeration") {
  const SprtOptions options{0, 200};
  for (const auto& game : {std::vector{0.15, 0.25, 0.6}, std::vector{0.25, 0.25, 0.5}}) {
    const double exact = passed(all_ends(game, options, 25), options, false);
    const SprtWalk walk = walk_of(ResultFamily(game), options, 26);
    CHECK(passed(walk, 26, expected_score(100)) == Approx(exact).margin(0.08));
  }
}

TEST_CASE("sprt walk: the probabilities of ends sum to 1 for each member of a family") {
  const ResultFamily family({0.1, 0.2, 0.3, 0.25, 0.15});
  const SprtWalk walk = walk_of(family, {0, 100}, 300);
  REQUIRE(walk.rest.weights.empty());
  for (const double t : {-1.0, -0.2, 0.0, 0.3, 1.0}) {
    double sum = 0;
    for (const WalkEnd& end : walk.ends) {
      sum += std::exp(end.log_weight + t * static_cast<double>(end.points) -
                      static_cast<double>(end.units) * family.log_sum(t));
    }
    CAPTURE(t);
    CHECK(sum == Approx(1).margin(1e-6));
  }
}

TEST_CASE("sprt estimate: in all courses of short tests as often above the truth as below") {
  for (const double truth : {0.0, 200.0, 500.0}) {
    const Design design{0, 200, 0.3, truth, false};
    const Ends ends = all_ends(design.chances(), design.options(), 10);
    Shares shares;
    for (const auto& part : {ends.decided, ends.undecided}) {
      for (const auto& [cells, weight] : part) {
        if (weight > 3e-3) shares.add(shares_of(counts_of(cells, false), design), weight);
      }
    }
    CAPTURE(truth, shares.above, shares.covered);
    CHECK(shares.above > 0.43);
    CHECK(shares.above < 0.56);
    CHECK(shares.covered > 0.93);
  }
}

TEST_CASE("sprt estimate: from the other side the signs change") {
  for (const auto model : {SprtModel::logistic, SprtModel::normalized}) {
    const SprtOptions options{.elo0 = -10, .elo1 = 10, .model = model};
    const SprtEstimate up = pair_estimate({40, 100, 180, 140, 70}, options);
    const SprtEstimate down = pair_estimate({70, 140, 180, 100, 40}, options);
    CHECK(*up.elo == Approx(-*down.elo).margin(1e-3));
    CHECK(*up.low == Approx(-*down.high).margin(1e-3));
    CHECK(*up.high == Approx(-*down.low).margin(1e-3));
    CHECK(up.error().value() == Approx((*up.high - *up.low) / 2));
    CHECK(*up.low < *up.elo);
    CHECK(*up.elo < *up.high);
    // A test that has stopped on a good result overstates it.
    CHECK(*up.elo > 0);
    CHECK(*up.elo < *match_elo(MatchCounts::penta({40, 100, 180, 140, 70})).elo);
  }
}

TEST_CASE("sprt estimate: far above the bounds it is near the naive one") {
  const Cells cells{5, 0, 28, 0, 37};
  const SprtEstimate estimate = pair_estimate(cells, {0, 20});
  const MatchElo naive = match_elo(MatchCounts::penta(cells));
  CHECK(*estimate.elo == Approx(*naive.elo).margin(5));
  CHECK(estimate.error().value() == Approx(*naive.error).epsilon(0.2));
}

TEST_CASE("sprt estimate: better results have a higher estimate") {
  const SprtOptions options{0, 200};
  double last = -2000;
  for (const Cells& cells :
       {Cells{6, 0, 0, 0, 0}, Cells{5, 1, 1, 0, 0}, Cells{3, 3, 3, 1, 0}, Cells{1, 3, 7, 3, 1},
        Cells{0, 1, 5, 4, 4}, Cells{0, 0, 2, 3, 7}, Cells{0, 0, 0, 2, 6}, Cells{0, 0, 0, 1, 7}}) {
    const double elo = pair_estimate(cells, options).elo.value_or(last + 1e-9);
    CHECK((elo > last || cells[0] == 6));
    last = elo;
  }
}

TEST_CASE("sprt estimate: without results, with one kind of results, with very many") {
  const SprtOptions options{0, 50};
  for (const auto& none : {MatchCounts::penta({}), MatchCounts::wdl(0, 0, 0)}) {
    const SprtEstimate estimate = sprt_estimate(none, options);
    CHECK_FALSE(estimate.elo);
    CHECK_FALSE(estimate.low);
    CHECK_FALSE(estimate.high);
    CHECK_FALSE(estimate.error());
  }
  // As of naive estimates, there is no best guess if all points were made.
  for (const auto& won : {MatchCounts::wdl(200, 0, 0), MatchCounts::penta({0, 0, 0, 0, 1})}) {
    const SprtEstimate estimate = sprt_estimate(won, options);
    CHECK_FALSE(estimate.elo);
    CHECK_FALSE(estimate.high);
    CHECK(estimate.low.value_or(9999) < 1000);
  }
  CHECK(*sprt_estimate(MatchCounts::wdl(200, 0, 0), options).low > 0);
  const SprtEstimate lost = sprt_estimate(MatchCounts::wdl(0, 0, 30), options);
  CHECK_FALSE(lost.elo);
  CHECK_FALSE(lost.low);
  CHECK(*lost.high < 0);
  const SprtEstimate drawn = sprt_estimate(MatchCounts::wdl(0, 50, 0), options);
  CHECK(*drawn.elo == Approx(0).margin(0.01));
  CHECK(*drawn.low == Approx(-*drawn.high).margin(0.01));
  const SprtEstimate long_test =
      pair_estimate({100'000, 250'000, 300'000, 250'500, 100'000}, {0, 0.5});
  CHECK(*long_test.elo == Approx(0.08).margin(0.5));
  CHECK(*long_test.low < *long_test.elo);
  CHECK(*long_test.elo < *long_test.high);
}

TEST_CASE("sprt estimate: results that the test would not have reached") {
  // The test would have accepted H1 long before, or the results after a decision contradict it.
  const SprtOptions options{0, 20};
  const SprtEstimate late = pair_estimate({10, 40, 100, 90, 60}, options);
  CHECK(*late.elo > 0);
  CHECK(*late.low < *late.elo);
  CHECK(*late.elo < *late.high);
  const SprtEstimate worse = pair_estimate({60, 90, 100, 40, 10}, options);
  CHECK(*worse.elo == Approx(-*late.elo).margin(20));
}

TEST_CASE("sprt estimate: no step where Brownian motion continues the walk") {
  // The same shares of results.
  const auto steps_at = [](std::uint64_t half, const SprtOptions& options) {
    double last = 0, largest = 0;
    for (std::uint64_t i = 0; i < 5; ++i) {
      const std::uint64_t n = half + i * half / 25;
      const SprtEstimate estimate =
          pair_estimate({n / 10, n / 5, 2 * n / 5, n / 5 + n / 50, n / 10}, options);
      const double relative = *estimate.elo / estimate.error().value();
      if (i > 0) largest = std::max(largest, std::abs(relative - last));
      last = relative;
    }
    return largest;
  };
  CHECK(steps_at(300, {-10, 10}) < 0.1);
  CHECK(steps_at(9000, {-2, 4}) < 0.1);
}

TEST_CASE("llr curve: it is finite to its ends, where a rare result is almost impossible") {
  const SprtOptions options{.elo0 = 0, .elo1 = 200};
  const ResultFamily family = likely_family(MatchCounts::penta({0, 0, 0, 1, 7}));
  for (const double more : {0.0, -1.0, -3.0, -6.0, 3.0}) {
    const ResultFamily spread = family.spread(more);
    const LlrCurve curve(ResultFamily(spread.at(spread.with_score(0.95))), options);
    for (const double score : {0.0, 1e-3, 0.5, 0.999, 1.0}) CHECK(std::isfinite(curve.at(score)));
    CHECK(curve.at(0) < 0);
    CHECK(curve.at(1) > 0.4);
  }
}

TEST_CASE("bounded motion: probabilities of all ends, and symmetry") {
  for (const double mean : {-2.0, 0.0, 0.5, 30.0}) {
    for (const double variance : {0.01, 1.0, 40.0, 1e5}) {
      const BoundedMotion motion(mean, variance, -3, 2), mirrored(-mean, variance, -2, 3);
      CAPTURE(mean, variance);
      CHECK(motion.ends_above() + motion.runs() + mirrored.ends_above() == Approx(1).margin(1e-9));
      CHECK(motion.runs() == Approx(mirrored.runs()).margin(1e-9));
    }
  }
  // Without drift, the probability of an end above is that of the distances.
  CHECK(BoundedMotion(0, 1e6, -3, 2).ends_above() == Approx(0.6));
}

TEST_CASE("result family: independent games and Davidson's model agree") {
  // Davidson's model: chances of loss, draw and win are 1/u, nu, u.
  const double u = std::pow(10, 100 / 800.0), sum = u + 1 / u + 0.5;
  const std::vector<double> game{1 / u / sum, 0.5 / sum, u / sum};
  const ResultFamily equal(independent_pair({1 / 2.5, 0.5 / 2.5, 1 / 2.5}));
  const std::vector<double> pair = independent_pair(game);
  const std::vector<double> member = equal.at(equal.with_score(game[2] + game[1] / 2));
  for (std::size_t i = 0; i < pair.size(); ++i) CHECK(member[i] == Approx(pair[i]));
}

TEST_CASE("sprt estimate: in simulated tests as often above the truth as below, and covered",
          "[long]") {
  for (const Design& design :
       {Design{0, 20, 0, 170}, Design{0, 100, 0.4, 300}, Design{0, 200, 0, 400},
        Design{0, 50, 0.4, -20}, Design{0, 50, 0.4, 25, false}, Design{0, 50, 0.4, 50}}) {
    constexpr int tests = 200;
    const auto shares = Simulation(design).run(tests);
    CAPTURE(design.elo1, design.truth, shares.above, shares.covered);
    CHECK(shares.above > 0.41);
    CHECK(shares.above < 0.59);
    CHECK(shares.covered > 0.9);
  }
}

}  // namespace sprt_estimate_test
