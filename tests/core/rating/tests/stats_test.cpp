#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "core/base/random.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/tests/match_stats.h"
#include "core/rating/tests/power.h"
#include "core/rating/tests/sprt.h"
#include "tests/catch.h"
#include "tests/core/rating/sets.h"

namespace tests_stats_test {

using namespace schiri::rating;

namespace {

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

}  // namespace

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
  const MatchElo open = match_elo(MatchCounts::wdl(29, 0, 1));
  CHECK(open.interval == "normal");
  CHECK(open.elo);
  CHECK(open.low);
  CHECK_FALSE(open.high);
  CHECK_FALSE(open.error);
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
  CHECK(match_elo(MatchCounts::wdl(7, 5, 8)).interval == "normal");
  CHECK(match_elo(MatchCounts::wdl(7, 5, 7)).interval == "jeffreys");
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
  // Sum the probabilities of all results of this many games.
  using Design = std::pair<double, double>;  // White's score and draw rate
  const auto factorial = [](std::uint64_t n) { return std::tgamma(static_cast<double>(n) + 1); };
  for (const std::uint64_t games : {5u, 12u}) {
    std::map<Design, double> covered{
        {{0.5, 0.3}, 0}, {{0.6, 0.5}, 0}, {{0.7, 0.2}, 0}, {{0.5, 0.8}, 0}};
    for (std::uint64_t w = 0; w <= games; ++w) {
      for (std::uint64_t d = 0; w + d <= games; ++d) {
        const std::uint64_t l = games - w - d;
        const MatchElo elo = match_elo(MatchCounts::wdl(w, d, l));
        for (auto& [design, chance] : covered) {
          const auto& [score, draw] = design;
          const double win = score - draw / 2, truth = elo_of_score(score);
          if (truth < elo.low.value_or(-HUGE_VAL) || truth > elo.high.value_or(HUGE_VAL)) continue;
          chance += factorial(games) / factorial(w) / factorial(d) / factorial(l) *
                    std::pow(win, static_cast<double>(w)) * std::pow(draw, static_cast<double>(d)) *
                    std::pow(1 - draw - win, static_cast<double>(l));
        }
      }
    }
    for (const auto& [design, chance] : covered) {
      CAPTURE(games, design.first, design.second);
      CHECK(chance > 0.92);
    }
  }
}

TEST_CASE("match elo: pairs that cancel out have smaller errors than single games") {
  const MatchElo pairs = match_elo(MatchCounts::penta({0, 0, 90, 0, 10}));
  const MatchElo games = match_elo(MatchCounts::wdl(110, 0, 90));
  CHECK(*pairs.elo == Approx(*games.elo));
  CHECK(*pairs.error < *games.error / 2);
}

TEST_CASE("power: quantiles of the normal distribution") {
  CHECK(normal_quantile(0.5) == Approx(0).margin(1e-12));
  CHECK(normal_quantile(0.975) == Approx(z95));
  CHECK(normal_quantile(0.05) == Approx(-1.6448536269514722));
  CHECK(normal_quantile(1e-12) == Approx(-7.034483825));
}

TEST_CASE("power: agrees with hand calculation") {
  // At 400 log10(3) Elo the score is 3/4. The standard deviation is 1/2 if equal and sqrt(3)/4 if
  // different.
  const double elo = 400 * std::log10(3.0);
  const auto spread = spread_of_games(elo, 0);
  REQUIRE(spread);
  CHECK(spread->equal == Approx(0.5));
  CHECK(spread->different == Approx(std::sqrt(3.0) / 4));
  const double needed =
      std::pow((1.6448536269514722 * 0.5 + 0.8416212335729143 * std::sqrt(3.0) / 4) / 0.25, 2);
  CHECK(units_needed(elo, *spread, {}) == static_cast<std::uint64_t>(std::ceil(needed)));
  CHECK(units_needed(-elo, *spread, {}) == units_needed(elo, *spread, {}));
  CHECK_FALSE(spread_of_games(elo, 0.6));
  CHECK_FALSE(spread_of(MatchCounts::wdl(5, 0, 0)));
  CHECK_FALSE(spread_of(MatchCounts::wdl(0, 0, 0)));
  CHECK_FALSE(units_needed(1e-7, *spread, {}));
  CHECK(complaint_about(PowerOptions{0, 0.8, false}));
  CHECK(complaint_about(PowerOptions{0.5, 0.4, false}));
}

TEST_CASE("power: the number of games gives the requested power and significance") {
  const auto [elo, draw_rate, two_sided] =
      GENERATE(table<double, double, bool>({{40, 0, false}, {40, 0.5, false}, {40, 0.5, true}}));
  const PowerOptions options{0.05, 0.9, two_sided};
  const auto games = units_needed(elo, *spread_of_games(elo, draw_rate), options);
  REQUIRE(games);
  const double bound = normal_quantile(1 - (two_sided ? 0.025 : 0.05));
  // The share of simulated matches with this difference that find a difference.
  const auto share_shown = [&, sided = two_sided](double difference, double draws,
                                                  std::uint64_t seed) {
    constexpr int matches = 4000;
    schiri::Rng rng(seed);
    int shown = 0;
    for (int match = 0; match < matches; ++match) {
      double points = 0, squares = 0;
      for (std::uint64_t game = 0; game < *games; ++game) {
        const double lot = static_cast<double>(rng() >> 11) * 0x1p-53;
        const double wins = expected_score(difference) - draws / 2;
        const double score = lot < wins ? 1 : lot < wins + draws ? 0.5 : 0;
        points += score;
        squares += score * score;
      }
      const double count = static_cast<double>(*games), mean = points / count;
      const double z = (mean - 0.5) / std::sqrt((squares / count - mean * mean) / count);
      shown += (sided ? std::abs(z) : z) > bound;
    }
    return static_cast<double>(shown) / matches;
  };
  CHECK(share_shown(elo, draw_rate, 1) == Approx(0.9).margin(0.02));
  CHECK(share_shown(0, draw_rate, 2) == Approx(0.05).margin(0.015));
}

}  // namespace tests_stats_test
