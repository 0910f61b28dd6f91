#include "core/tournament/adaptive.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "core/rating/numerics/scale.h"
#include "core/tournament/pair_evidence.h"
#include "tests/catch.h"
#include "tests/core/tournament/anytime_events.h"

namespace adaptive_test {

using namespace schiri;
using rating::AnytimeRatings;
using rating::PairCells;

namespace {

Outcome outcome_of(std::uint64_t seed, const ScheduledGame& game) {
  const std::uint64_t drawn = derive_seed(seed, game.number, game.white, game.black) % 10;
  return drawn < 2                                   ? Outcome::draw
         : drawn < (game.white < game.black ? 8 : 4) ? Outcome::white_wins
                                                     : Outcome::black_wins;
}

/// Plays up to `at_once` games at the same time. They finish in random order.
std::vector<ScheduledGame> play(Adaptive schedule, std::uint64_t seed, std::uint64_t at_once) {
  std::vector<ScheduledGame> games;
  std::vector<std::uint64_t> out;
  Rng rng(at_once);
  for (;;) {
    while (games.size() < schedule.paired() && out.size() < at_once) {
      games.push_back(schedule.game(games.size() + 1));
      out.push_back(games.size());
    }
    if (out.empty()) return games;
    std::swap(out[rng.below(out.size())], out.back());
    schedule.add_result(out.back(), outcome_of(seed, games[out.back() - 1]));
    out.pop_back();
  }
}

/// The expected wealth after this many pairs.
double expected_wealth(const std::array<double, 5>& chances, double share, int pairs,
                       PairCells cells = {}, double chance = 1) {
  if (pairs == 0) return chance * std::exp(rating::log_wealth(cells, share));
  double sum = 0;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    PairCells next = cells;
    ++next[cell];
    sum += expected_wealth(chances, share, pairs - 1, next, chance * chances[cell]);
  }
  return sum;
}

}  // namespace

TEST_CASE("adaptive: a round is a pair of games with swapped colours and its own opening") {
  const AdaptiveTarget about = GENERATE(AdaptiveTarget::ratings, AdaptiveTarget::ranks);
  const std::size_t players = GENERATE(2u, 3u, 7u);
  const auto games = play(Adaptive(players, 60, about, 1), 5, 1);
  REQUIRE(games.size() == 120);
  std::map<std::pair<std::size_t, std::size_t>, int> whites;
  std::vector<int> met(players);
  for (std::size_t i = 0; i < games.size(); i += 2) {
    const ScheduledGame &first = games[i], &second = games[i + 1];
    CHECK(first.number == i + 1);
    CHECK(first.white != first.black);
    CHECK(std::pair(first.white, first.black) == std::pair(second.black, second.white));
    CHECK(std::pair(first.leg, second.leg) == std::pair(1, 2));
    CHECK(first.round == i / 2 + 1);
    CHECK(std::set{first.round, second.round, first.opening, second.opening}.size() == 1);
    whites[std::minmax(first.white, first.black)] += first.white < first.black ? 1 : -1;
    ++met[first.white];
    ++met[first.black];
  }
  // The first colour alternates within each pairing. Every player has games.
  for (const auto& [couple, balance] : whites) CHECK((balance == 0 || balance == 1));
  CHECK(*std::min_element(met.begin(), met.end()) > 0);
}

TEST_CASE("adaptive: the order of finishing does not matter but the seed does") {
  const AdaptiveTarget about = GENERATE(AdaptiveTarget::ratings, AdaptiveTarget::ranks);
  const Adaptive schedule(6, 150, about, 9);
  const auto games = play(schedule, 3, 1);
  for (const std::uint64_t at_once : {2u, 7u, 32u, 1000u})
    CHECK(play(schedule, 3, at_once) == games);
  CHECK(play(Adaptive(6, 150, about, 10), 3, 1) != games);
  CHECK(play(schedule, 4, 1) != games);
  // More rounds do not change earlier ones.
  auto longer = play(Adaptive(6, 200, about, 9), 3, 5);
  longer.resize(games.size());
  CHECK(longer == games);
}

TEST_CASE("adaptive: games without a result are ignored and do not block the schedule") {
  Adaptive schedule(3, 40, AdaptiveTarget::ranks, 1);
  std::uint64_t number = 0;
  while (number < schedule.paired()) schedule.add_result(++number, std::nullopt);
  CHECK(number == 80);
}

TEST_CASE("adaptive: invalid numbers of players and rounds are rejected") {
  CHECK_THROWS_AS(Adaptive(1, 5, AdaptiveTarget::ratings, 1), std::invalid_argument);
  CHECK_THROWS_AS(Adaptive(101, 5, AdaptiveTarget::ratings, 1), std::invalid_argument);
  CHECK_THROWS_AS(Adaptive(2, 0, AdaptiveTarget::ratings, 1), std::invalid_argument);
  CHECK_THROWS_AS(Adaptive(2, UINT64_MAX, AdaptiveTarget::ratings, 1), std::invalid_argument);
}

TEST_CASE("bets: the expected wealth does not grow at fair or unfavourable odds") {
  // Distributions with their expected share of the points.
  const auto [chances, share] = GENERATE(
      values<std::pair<std::array<double, 5>, double>>({{{0.5, 0, 0, 0, 0.5}, 0.5},
                                                        {{0, 0.5, 0, 0.5, 0}, 0.5},
                                                        {{0.9, 0, 0, 0, 0.1}, 0.1},
                                                        {{0, 0, 0, 0.4, 0.6}, 0.9},
                                                        {{0.1, 0.2, 0.3, 0.2, 0.2}, 0.55}}));
  CHECK(expected_wealth(chances, share, 4) == Approx(1));
  CHECK(expected_wealth(chances, share + 0.05, 4) < 1);
  CHECK(expected_wealth(chances, share - 0.05, 4) > 1);
}

TEST_CASE("bets: at the least share the wealth reaches the threshold") {
  const PairCells cells{3, 10, 30, 25, 12};
  const double share = rating::least_share(cells, 5);
  CHECK(rating::log_wealth(cells, share) == Approx(5).margin(1e-5));
  CHECK(share < 0.55);
  CHECK(rating::least_share({}, 5) == Approx(0).margin(1e-6));
  CHECK(rating::least_share({9, 0, 0, 0, 0}, 5) == Approx(0).margin(1e-6));
  CHECK(rating::swapped(cells) == PairCells{12, 25, 30, 10, 3});
}

TEST_CASE("scores: at the bounds the profile likelihood has fallen by the threshold") {
  const rating::ScoreLikelihood likelihood(3, {{0, 1, 40, 25}, {1, 2, 30, 18}, {0, 2, 20, 15}});
  const auto fit = likelihood.fit(std::vector<double>(3), 0);
  const std::vector<double> direction{1, 0, -1};
  const auto high = likelihood.highest(direction, fit.value - 3, fit, 20);
  REQUIRE(high);
  CHECK(*high > fit.strengths[0] - fit.strengths[2]);
  std::vector<double> strengths = fit.strengths;
  CHECK(likelihood.greatest(direction, *high, strengths) == Approx(fit.value - 3).margin(1e-3));
  CHECK(strengths[0] - strengths[2] == Approx(*high));
  // A player without losses has no upper bound.
  const rating::ScoreLikelihood one_sided(2, {{0, 1, 40, 40}});
  const auto won = one_sided.fit(std::vector<double>(2), 0);
  CHECK_FALSE(one_sided.highest(std::vector<double>{1, -1}, won.value - 3, won, 20));
  CHECK(one_sided.highest(std::vector<double>{-1, 1}, won.value - 3, won, 20));
}

TEST_CASE("anytime: nothing is known without games and a player who always wins is ranked above") {
  AnytimeRatings known(3);
  for (const auto& bounds : known.ratings()) CHECK((!bounds.low && !bounds.high));
  CHECK_FALSE(known.largest_error(1));
  CHECK(known.rank(1) == rating::RankBounds{1, 3});
  for (int i = 0; i < 40; ++i) {
    known.add(2, 0, 4);
    known.add(0, 1, 4);
  }
  known.compare();
  // This includes players who never met.
  CHECK(known.is_above(2, 1));
  CHECK_FALSE(known.is_above(1, 2));
  for (const std::size_t player : {0u, 1u, 2u}) {
    const std::size_t place = std::array<std::size_t, 3>{2, 3, 1}[player];
    CHECK(known.rank(player) == rating::RankBounds{place, place});
  }
  const auto difference = known.differences()[2 * 3 + 1];
  REQUIRE(difference.low);
  CHECK(*difference.low > 200);
  CHECK_FALSE(difference.high);
  CHECK(known.met(2, 0) == 40);
  CHECK(known.met(0) == 80);
}

TEST_CASE("anytime: intervals contain the estimate and do not depend on the order of players") {
  AnytimeRatings known(3), turned(3);
  Rng rng(4);
  for (int i = 0; i < 400; ++i) {
    const std::size_t one = rng.below(3), other = (one + 1 + rng.below(2)) % 3;
    const int half_points = static_cast<int>(rng.below(3) + rng.below(one < other ? 3 : 2));
    known.add(one, other, half_points);
    turned.add(2 - one, 2 - other, half_points);
  }
  const auto ratings = known.ratings(), others = turned.ratings();
  for (std::size_t i = 0; i < 3; ++i) {
    REQUIRE(half_width(ratings[i]));
    CHECK(*ratings[i].low < known.rating(i));
    CHECK(*ratings[i].high > known.rating(i));
    CHECK(*ratings[i].low == Approx(*others[2 - i].low).margin(0.1));
    CHECK(*half_width(ratings[i]) <= *known.largest_error(1000) + 1e-9);
  }
  CHECK_FALSE(known.is_contradictory());
}

TEST_CASE("anytime: players who beat each other in a cycle have no ratings") {
  AnytimeRatings known(3);
  for (int i = 0; i < 100; ++i) {
    for (const std::size_t one : {0u, 1u, 2u}) known.add(one, (one + 1) % 3, i % 5 == 0 ? 0 : 4);
  }
  CHECK(known.is_contradictory());
  CHECK(known.rank(0) == rating::RankBounds{1, 3});
  CHECK_FALSE(known.largest_error(10));
  for (const auto& bounds : known.differences()) CHECK((!bounds.low && !bounds.high));
}

TEST_CASE("anytime: repeated pairs and pairs without results are no evidence") {
  PairEvidence evidence(2);
  std::uint64_t number = 0;
  const auto add = [&](std::optional<Outcome> one, std::optional<Outcome> two, std::uint64_t hash) {
    const std::uint64_t round = ++number / 2 + 1;
    const bool counted = evidence.add({{number, round, 1, 0, 1, round}, one, hash});
    ++number;
    return evidence.add({{number, round, 2, 1, 0, round}, two, hash + 1}) && !counted;
  };
  CHECK(add(Outcome::white_wins, Outcome::draw, 10));
  CHECK_FALSE(add(Outcome::white_wins, Outcome::draw, 10));
  CHECK(add(Outcome::white_wins, Outcome::white_wins, 10));
  CHECK_FALSE(add(Outcome::white_wins, std::nullopt, 20));
  CHECK_FALSE(add(std::nullopt, Outcome::draw, 30));
  CHECK(evidence.ratings().pairs() == 2);
}

TEST_CASE("anytime: the stop rule ends an event after its intervals are narrow") {
  const AdaptiveTarget about = GENERATE(AdaptiveTarget::ratings, AdaptiveTarget::ranks);
  const double most = about == AdaptiveTarget::ratings ? 120 : 0.5;
  AnytimeRule rule(3, about, most);
  Adaptive schedule(3, 5000, about, 2);
  std::uint64_t number = 0;
  bool is_over = false;
  while (!is_over && number < schedule.paired()) {
    const ScheduledGame game = schedule.game(++number);
    const std::uint64_t drawn = derive_seed(7, number) % 10;
    const Outcome outcome =
        drawn < (game.white < game.black ? 7 : 3) ? Outcome::white_wins : Outcome::black_wins;
    schedule.add_result(number, outcome);
    is_over = rule.add({game, outcome, std::nullopt});
  }
  CHECK(is_over);
  CHECK_THAT(rule.text().english(),
             contains_text(about == AdaptiveTarget::ratings ? " Elo after " : "0.0 places") &&
                 contains_text(", below "));
}

TEST_CASE("anytime: intervals hold and save games in a sample of events") {
  using namespace anytime_events;
  for (const Design& design : {covered[1], covered[2]}) CHECK(coverage(design, true, 6) == 1);
  const Design& ranks = compared[0].design;
  CHECK(games(ranks, true, 3) < 0.5 * games(ranks, false, 3));
}

TEST_CASE("anytime: all intervals hold at all times in at least 95 % of events", "[long]") {
  using namespace anytime_events;
  for (const Design& design : covered) {
    CAPTURE(design.players, design.distance, design.nu, design.deviation);
    for (const bool adaptive : {true, false}) CHECK(coverage(design, adaptive, 200) >= 0.95);
  }
}

TEST_CASE("anytime: adaptive pairing needs fewer games than a round-robin", "[long]") {
  using namespace anytime_events;
  for (const auto& [design, most] : compared) {
    CAPTURE(design.players, design.distance, design.error);
    CHECK(games(design, true, 20) <= most * games(design, false, 20));
  }
}

}  // namespace adaptive_test
