#include "core/base/random.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/sequential/match_stats.h"
#include "core/rating/sequential/sprt.h"
#include "core/rating/sequential/sprt_model.h"
#include "core/rating/sequential/sprt_plan.h"
#include "tests/catch.h"
#include "tests/core/rating/sets.h"

namespace tests_stats_test {

using namespace schiri::rating;

MatchCounts counts_of(const Json& low_to_high) {
  std::vector<std::uint64_t> results;
  for (const Json& games : low_to_high) results.push_back(games.get<unsigned long>());
  if (results.size() == 3) return MatchCounts::wdl(results[2], results[1], results[0]);
  return MatchCounts::penta({results[0], results[1], results[2], results[3], results[4]});
}

/// The reference figures have six digits.
constexpr double printed = 0.5000001e-6;

double llr(const MatchCounts& counts, SprtOptions options, SprtModel model) {
  options.model = model;
  return sprt(counts, options).llr;
}

TEST_CASE("sprt: agrees with figures of fishtest including one-sided results") {
  for (const auto& one : rating_vectors().at("gsprt")) {
    INFO(one.dump());
    SprtOptions options;
    options.elo0 = one.at("elo0").get<double>();
    options.elo1 = one.at("elo1").get<double>();
    const MatchCounts counts = counts_of(one.at("results"));
    CHECK(llr(counts, options, SprtModel::logistic) ==
          Approx(one.at("logistic").get<double>()).margin(printed).epsilon(0));
    CHECK(llr(counts, options, SprtModel::normalized) ==
          Approx(one.at("normalized").get<double>()).margin(printed).epsilon(0));
  }
}

TEST_CASE("sprt: bounds and decisions") {
  SprtOptions options;
  options.elo0 = 0;
  options.elo1 = 10;
  const SprtState state = sprt(MatchCounts::wdl(10, 10, 10), options);
  CHECK(state.lower == Approx(-std::log(19.0)));
  CHECK(state.upper == Approx(std::log(19.0)));
  CHECK_FALSE(state.decision);
  CHECK(sprt(MatchCounts::wdl(4250, 0, 0), options).decision == SprtDecision::h1);
  CHECK(sprt(MatchCounts::wdl(0, 0, 4250), options).decision == SprtDecision::h0);
  options.alpha = 0.1;
  options.beta = 0.01;
  CHECK(sprt(MatchCounts::wdl(1, 1, 1), options).lower == Approx(std::log(0.01 / 0.9)));
  CHECK(sprt(MatchCounts::wdl(1, 1, 1), options).upper == Approx(std::log(0.99 / 0.1)));
}

TEST_CASE("sprt: a decision is final") {
  SprtOptions options;
  options.elo0 = 0;
  options.elo1 = 50;
  Sprt test(options, MatchCounts::wdl(200, 0, 20));
  REQUIRE(test.state().decision == SprtDecision::h1);
  test.add(MatchCounts::wdl(0, 0, 300));
  CHECK(test.state().llr < test.state().lower);
  CHECK(test.state().decision == SprtDecision::h1);
  CHECK_THROWS_AS(test.add(MatchCounts::penta({1, 0, 0, 0, 0})), std::invalid_argument);
}

TEST_CASE("sprt: swapping sides changes the sign of the ratio") {
  SprtOptions options{-7, 20};
  SprtOptions mirrored{-20, 7};
  for (const auto model : {SprtModel::logistic, SprtModel::normalized}) {
    CHECK(llr(MatchCounts::wdl(30, 40, 12), options, model) ==
          Approx(-llr(MatchCounts::wdl(12, 40, 30), mirrored, model)).margin(1e-9));
    CHECK(llr(MatchCounts::penta({5, 0, 9, 2, 31}), options, model) ==
          Approx(-llr(MatchCounts::penta({31, 2, 9, 0, 5}), mirrored, model)).margin(1e-9));
  }
}

TEST_CASE("sprt: the ratio is finite for any counts") {
  const std::uint64_t many = 1000000000000;
  for (const auto model : {SprtModel::logistic, SprtModel::normalized}) {
    for (const double elo1 : {0.001, 5.0, 2000.0}) {
      SprtOptions options{-1, elo1};
      for (const auto& counts :
           {MatchCounts::wdl(0, 0, 0), MatchCounts::wdl(1, 0, 0), MatchCounts::wdl(0, many, 0),
            MatchCounts::wdl(many, 0, many), MatchCounts::penta({0, 0, 0, 0, 0}),
            MatchCounts::penta({0, 0, many, 0, 0}), MatchCounts::penta({many, 0, 0, 0, 1})}) {
        CHECK(std::isfinite(llr(counts, options, model)));
      }
    }
  }
  CHECK(sprt(MatchCounts::wdl(0, 0, 0), {}).llr == 0);
}

TEST_CASE("sprt: the normalized model far from equality") {
  struct Case {
    MatchCounts counts;
    double elo1, llr, elo0 = 0;
  };
  // By a search over all means and variances.
  const Case cases[] = {
      {MatchCounts::penta({50, 100, 200, 100, 50}), 240, -207.608},
      {MatchCounts::penta({50, 100, 200, 100, 50}), 250, -222.547},
      {MatchCounts::penta({28, 40, 40, 30, 62}), 300, -63.424},
      {MatchCounts::wdl(30, 60, 10), 450, -28.287},
      // Several maxima.
      {MatchCounts::penta({0, 0, 0, 50, 0}), 700, 19.626},
      {MatchCounts::penta({0, 0, 0, 50, 0}), 1000, 19.945},
      {MatchCounts::penta({0, 3, 40, 1, 0}), 300, -36.913, -100},
  };
  for (const Case& one : cases) {
    CAPTURE(one.elo1);
    CHECK(llr(one.counts, {.elo0 = one.elo0, .elo1 = one.elo1}, SprtModel::normalized) ==
          Approx(one.llr).margin(1e-3));
    // Results seen from the other side test the opposite strengths.
    Json turned = Json::array();
    for (std::size_t i = one.counts.counts().size(); i-- > 0;) {
      turned.push_back(one.counts.counts()[i]);
    }
    CHECK(llr(counts_of(turned), {.elo0 = -one.elo1, .elo1 = -one.elo0}, SprtModel::normalized) ==
          Approx(-one.llr).margin(1e-3));
  }
}

TEST_CASE("sprt: invalid options are rejected") {
  const SprtOptions wrong[] = {
      {.elo0 = 5, .elo1 = 5},
      {.elo0 = 5, .elo1 = 0},
      {.elo0 = std::nan(""), .elo1 = 5},
      {.elo0 = 0, .elo1 = HUGE_VAL},
      {.elo0 = 0, .elo1 = 5, .alpha = 0},
      {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 1},
      {.elo0 = 0, .elo1 = 5, .alpha = 0.5, .beta = 0.5},
      {.elo0 = 0, .elo1 = 5, .alpha = std::nan("")},
  };
  for (const SprtOptions& options : wrong) {
    CHECK(complaint_about(options));
    CHECK_THROWS_AS(sprt(MatchCounts::wdl(1, 1, 1), options), std::invalid_argument);
  }
  CHECK_FALSE(complaint_about(SprtOptions{}));
}

TEST_CASE("match elo: agrees with figures of fishtest") {
  for (const auto& one : rating_vectors().at("match_elo")) {
    INFO(one.dump());
    const MatchElo elo = match_elo(counts_of(one.at("results")));
    CHECK(elo.elo.value() == Approx(one.at("elo").get<double>()).margin(printed).epsilon(0));
    CHECK(elo.error.value() == Approx(one.at("err95").get<double>()).margin(printed).epsilon(0));
    CHECK(elo.los.value() == Approx(one.at("los").get<double>()).margin(printed).epsilon(0));
  }
}

TEST_CASE("match elo: undefined figures are missing") {
  const MatchElo nothing = match_elo(MatchCounts::wdl(0, 0, 0));
  CHECK_FALSE(nothing.elo);
  CHECK_FALSE(nothing.los);
  const MatchElo all = match_elo(MatchCounts::wdl(5, 0, 0));
  CHECK_FALSE(all.elo);
  CHECK_FALSE(all.error);
  CHECK_FALSE(all.high);
  CHECK(*all.low > 0);
  const MatchElo drawn = match_elo(MatchCounts::wdl(0, 5, 0));
  CHECK(drawn.elo == 0);
  CHECK(drawn.error.value() > 50);
  CHECK(drawn.los.value() == Approx(0.5));
  const MatchElo closed = match_elo(MatchCounts::wdl(29, 0, 1));
  CHECK(closed.interval == "jeffreys");
  CHECK(closed.high);
  CHECK(*closed.low < *closed.elo);
}

TEST_CASE("match elo: few results leave uncertainty") {
  // Jeffreys' prior adds half a win and half a loss to any number of wins.
  for (const std::uint64_t wins : std::vector<std::uint64_t>{1, 5, 19, 300, 1'000'000}) {
    const MatchElo won = match_elo(MatchCounts::wdl(wins, 0, 0));
    CHECK(won.interval == "jeffreys");
    const double lost = beta_distribution(0.5, static_cast<double>(wins) + 0.5, 0.5);
    CHECK(won.los.value() == Approx(1 - lost).margin(1e-9));
    CHECK(*match_elo(MatchCounts::wdl(0, 0, wins)).high == Approx(-*won.low).margin(1e-6));
    const MatchElo drawn = match_elo(MatchCounts::wdl(0, wins, 0));
    CHECK(drawn.interval == "jeffreys");
    CHECK(*drawn.low == Approx(-*drawn.high).margin(1e-6));
    CHECK(*drawn.error > 0);
  }
  CHECK(match_elo(MatchCounts::wdl(1, 0, 0)).los.value() == Approx(0.8183098862));
  // 20 points on both sides, those of games.
  CHECK(match_elo(MatchCounts::wdl(17, 6, 17)).interval == "normal");
  CHECK(match_elo(MatchCounts::wdl(1000, 0, 20)).interval == "normal");
  CHECK(match_elo(MatchCounts::wdl(1000, 1, 19)).interval == "jeffreys");
  CHECK(match_elo(MatchCounts::penta({0, 0, 19, 1, 0})).interval == "jeffreys");
  CHECK(match_elo(MatchCounts::penta({0, 1, 18, 1, 0})).interval == "normal");
  // The error falls with the number of draws, without a step at large numbers.
  double last = 1e9;
  for (const std::uint64_t draws :
       std::vector<std::uint64_t>{1, 10, 100, 1000, 2000, 2001, 4000, 100'000}) {
    const double error = match_elo(MatchCounts::penta({0, 0, draws, 0, 0})).error.value();
    CHECK(error < last);
    last = error;
  }
}

TEST_CASE("match elo: intervals of few games cover the truth") {
  // Sum the probabilities of all results of this many games, up to a lead of 1000 Elo.
  struct Truth {
    double elo, draws;
    double covered = 0;
  };
  const auto log_factorial = [](std::uint64_t n) {
    return std::lgamma(static_cast<double>(n) + 1);
  };
  for (const std::uint64_t games : {3u, 12u, 60u}) {
    std::vector<Truth> truths;
    for (const double elo : {0.0, 100.0, 300.0, 600.0, 1000.0}) {
      for (const double draws : {0.0, 0.3, 0.9}) truths.push_back({elo, draws});
    }
    for (std::uint64_t w = 0; w <= games; ++w) {
      for (std::uint64_t d = 0; w + d <= games; ++d) {
        const std::uint64_t l = games - w - d;
        const MatchElo elo = match_elo(MatchCounts::wdl(w, d, l));
        for (Truth& truth : truths) {
          if (truth.elo < elo.low.value_or(-HUGE_VAL) || truth.elo > elo.high.value_or(HUGE_VAL)) {
            continue;
          }
          const Expectation chances = ResultModel{0, truth.draws}.expected(truth.elo);
          const auto power = [](double chance, std::uint64_t times) {
            return times == 0 ? 0 : static_cast<double>(times) * std::log(chance);
          };
          truth.covered += std::exp(log_factorial(games) - log_factorial(w) - log_factorial(d) -
                                    log_factorial(l) + power(chances.white, w) +
                                    power(chances.draw, d) + power(chances.black, l));
        }
      }
    }
    for (const Truth& truth : truths) {
      CAPTURE(games, truth.elo, truth.draws);
      CHECK(truth.covered > 0.9);
    }
  }
}

TEST_CASE("match elo: the estimate lies within its interval, and a better result lowers no end") {
  const auto check = [](const MatchCounts& counts, const MatchElo* before) {
    const MatchElo elo = match_elo(counts);
    if (elo.elo) {
      CHECK(elo.low.value_or(-HUGE_VAL) <= *elo.elo);
      CHECK(elo.high.value_or(HUGE_VAL) >= *elo.elo);
    }
    constexpr double noticeable = 1;
    if (before) {
      CHECK(elo.low.value_or(-HUGE_VAL) >= before->low.value_or(-HUGE_VAL) - noticeable);
      CHECK(elo.high.value_or(HUGE_VAL) >= before->high.value_or(HUGE_VAL) - noticeable);
    }
    return elo;
  };
  check(MatchCounts::penta({0, 0, 0, 1, 14}), nullptr);
  check(MatchCounts::penta({14, 1, 0, 0, 0}), nullptr);
  // Losses become wins, one after the other.
  for (const std::uint64_t games : {3u, 10u, 30u}) {
    std::optional<MatchElo> before;
    for (std::uint64_t wins = 0; wins <= games; ++wins) {
      CAPTURE(games, wins);
      before = check(MatchCounts::wdl(wins, 0, games - wins), before ? &*before : nullptr);
    }
  }
}

TEST_CASE("match elo: pairs that cancel out have smaller errors than single games") {
  const MatchElo pairs = match_elo(MatchCounts::penta({0, 0, 90, 0, 10}));
  const MatchElo games = match_elo(MatchCounts::wdl(110, 0, 90));
  CHECK(*pairs.elo == Approx(*games.elo));
  CHECK(*pairs.error < *games.error / 2);
}

TEST_CASE("distributions: quantiles of the normal distribution") {
  CHECK(normal_quantile(0.5) == Approx(0).margin(1e-12));
  CHECK(normal_quantile(0.975) == Approx(z95));
  CHECK(normal_quantile(0.05) == Approx(-1.6448536269514722));
  CHECK(normal_quantile(1e-12) == Approx(-7.034483825));
}

/// The number of units in which a walk from 0 with such steps reaches a bound or the other, by
/// Wald's identity for long tests.
double wald_units(const Distribution& truth, const SprtOptions& options) {
  const double mean = moments(log_ratios(truth, options), truth.chances).mean;
  const double bound = std::log((1 - options.beta) / options.alpha);
  return (1 - 2 * options.alpha) * bound / std::abs(mean);
}

/// The share of tests, played unit by unit, that accept H1, and their mean length.
std::pair<double, double> played(const Distribution& truth, const SprtOptions& options, int tests) {
  schiri::Rng rng(77);
  double passed = 0, units = 0;
  for (int i = 0; i < tests; ++i) {
    std::array<std::uint64_t, 5> cells{};
    SprtState state;
    while (!state.decision) {
      double lot = rng.uniform();
      std::size_t result = 0;
      while (result < 4 && lot >= truth.chances[result]) lot -= truth.chances[result++];
      ++cells[result];
      ++units;
      state = sprt(MatchCounts::penta(cells), options);
    }
    passed += state.decision == SprtDecision::h1;
  }
  return {passed / tests, units / tests};
}

TEST_CASE("plan: long tests take what Wald's identities say") {
  const auto model = GENERATE(SprtModel::logistic, SprtModel::normalized);
  const bool is_h1 = GENERATE(false, true);
  const SprtOptions options{.elo0 = 0, .elo1 = 5, .model = model};
  const auto truth = pair_results_at(0.4, is_h1 ? 5 : 0, model);
  REQUIRE(truth);
  const SprtForecast plan = sprt_plan(*truth, options, 1000, 1);
  CHECK(plan.pass.value == Approx(is_h1 ? 0.95 : 0.05).margin(0.02));
  CHECK(plan.units.value == Approx(wald_units(*truth, options)).epsilon(0.1));
  CHECK(plan.units.error < 0.06 * plan.units.value);
  CHECK(plan.units95.value > 2 * plan.units.value);
  CHECK(plan.pass.error == Approx(0.0135).margin(0.003));
}

TEST_CASE("plan: it agrees with tests that are played unit by unit") {
  const auto [elo1, elo, draw_rate] =
      GENERATE(table<double, double, double>({{50, 0, 0.9}, {50, 25, 0}, {20, 20, 0.6}}));
  const SprtOptions options{.elo0 = 0, .elo1 = elo1};
  const auto truth = pair_results_at(draw_rate, elo, SprtModel::logistic);
  REQUIRE(truth);
  const auto [pass, units] = played(*truth, options, 1500);
  const SprtForecast plan = sprt_plan(*truth, options, 3000, 1);
  CHECK(plan.pass.value == Approx(pass).margin(2 * plan.pass.error + 0.004));
  CHECK(plan.units.value == Approx(units).margin(2.5 * plan.units.error));
  // Drawn short tests hardly ever accept H1 by mistake, although 5 % are allowed.
  if (draw_rate == 0.9) CHECK(plan.pass.value < 0.012);
}

TEST_CASE("plan: the seed determines it, and a long test is as quick as a short one") {
  const auto truth = pair_results_at(0.4, 0, SprtModel::logistic);
  const SprtOptions options{.elo0 = 0, .elo1 = 0.01};
  const auto plan = sprt_plan(*truth, options, 50, 3);
  CHECK(plan.units.value == sprt_plan(*truth, options, 50, 3).units.value);
  CHECK(plan.units.value != sprt_plan(*truth, options, 50, 4).units.value);
  CHECK(plan.units.value == Approx(wald_units(*truth, options)).epsilon(0.4));
}

TEST_CASE("plan: a running test is forecast from its results") {
  const SprtOptions options{.elo0 = 0, .elo1 = 10};
  const auto forecast = [&](const std::array<std::uint64_t, 5>& pairs) {
    return sprt_forecast(MatchCounts::penta(pairs), options);
  };
  CHECK(forecast({}).pass.value == Approx(0.5).margin(0.06));
  CHECK(forecast({10, 40, 100, 60, 20}).pass.value > 0.75);
  CHECK(forecast({20, 60, 100, 40, 10}).pass.value < 0.25);
  CHECK(forecast({0, 0, 10, 100, 100}).pass.value == 1);
  CHECK(forecast({0, 0, 10, 100, 100}).units95.value == 0);
}

}  // namespace tests_stats_test
