#include "core/tournament/adaptive.h"

#include "core/rating/numerics/scale.h"
#include "core/tournament/stop_rule.h"
#include "core/tournament/systems.h"
#include "tests/catch.h"

namespace adaptive_test {

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
    schedule.add({out.back(), outcome_of(seed, games[out.back() - 1])});
    out.pop_back();
  }
}

/// Players at equal distances, without draws.
struct Design {
  std::size_t players;
  double distance;  ///< in Elo
  AdaptiveTarget about;
  double error;  ///< limit of the stop rule, in Elo or places
  double share;  ///< of the games of a round-robin that an adaptive tournament needs at most
};

/// The number of games until the stop rule ends a tournament.
std::uint64_t games_until(const Design& design, Schedule& schedule, std::uint64_t seed) {
  ErrorRule rule(design.players, 2, design.error, design.about);
  Rng rng(seed);
  for (std::uint64_t number = 1; number <= schedule.paired(); ++number) {
    const ScheduledGame game = schedule.game(number);
    const double places = static_cast<double>(game.black) - static_cast<double>(game.white);
    const bool wins = rng.uniform() < rating::expected_score(places * design.distance);
    const Outcome outcome = wins ? Outcome::white_wins : Outcome::black_wins;
    schedule.add({number, outcome});
    if (rule.add({game, outcome, std::nullopt})) return number;
  }
  return schedule.games();
}

double games_until(const Design& design, bool adaptive, int tournaments) {
  constexpr std::uint64_t most_pairs = 20000;
  double sum = 0;
  for (int i = 0; i < tournaments; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    Adaptive chosen(design.players, most_pairs, design.about, seed);
    RoundRobin all(design.players, 2 * most_pairs / (design.players * (design.players - 1)) + 1);
    Schedule& schedule = adaptive ? static_cast<Schedule&>(chosen) : all;
    sum += static_cast<double>(games_until(design, schedule, seed));
  }
  return sum / tournaments;
}

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
  while (number < schedule.paired()) schedule.add({++number, std::nullopt});
  CHECK(number == 80);
}

TEST_CASE("adaptive: invalid numbers of players and rounds are rejected") {
  CHECK_THROWS_AS(Adaptive(1, 5, AdaptiveTarget::ratings, 1), std::invalid_argument);
  CHECK_THROWS_AS(Adaptive(101, 5, AdaptiveTarget::ratings, 1), std::invalid_argument);
  CHECK_THROWS_AS(Adaptive(2, 0, AdaptiveTarget::ratings, 1), std::invalid_argument);
  CHECK_THROWS_AS(Adaptive(2, UINT64_MAX, AdaptiveTarget::ratings, 1), std::invalid_argument);
}

TEST_CASE("adaptive: strengths solve the score equations with their prior") {
  PairStrengths known(3);
  Rng rng(4);
  std::vector<double> points(3);
  const auto add = [&](std::size_t one, std::size_t other, int half_points) {
    known.add(one, other, half_points);
    points[one] += half_points / 2.0;
    points[other] += 2 - half_points / 2.0;
  };
  for (int i = 0; i < 31; ++i) {
    const std::size_t one = rng.below(3), other = (one + 1 + rng.below(2)) % 3;
    add(one, other, static_cast<int>(rng.below(3) + rng.below(one < other ? 3 : 2)));
  }
  REQUIRE(known.is_fresh());
  for (std::size_t i = 0; i < 3; ++i) {
    double expected = 0.25 * known.strength(i);
    for (std::size_t j = 0; j < 3; ++j) {
      if (i == j) continue;
      const double share = 1 / (1 + std::exp(known.strength(j) - known.strength(i)));
      expected += 2 * static_cast<double>(known.met(i, j)) * share;
      CHECK(known.information(i, j) == Approx(2 * share * (1 - share)));
    }
    CHECK(points[i] == Approx(expected).margin(1e-5));
  }
}

TEST_CASE("adaptive: an order is decided by enough pairs, earlier if draws are common") {
  const auto pairs_until = [](int wins, int draws) {
    PairStrengths known(3);
    int pairs = 0;
    while (!known.is_decided(2, 0) && pairs < 10000) {
      known.add(2, 0, pairs % (wins + draws) < wins ? 4 : pairs % 2 == 0 ? (draws > 0 ? 2 : 0) : 2);
      ++pairs;
    }
    return pairs;
  };
  CHECK(pairs_until(1, 0) < 10);
  CHECK(pairs_until(1, 9) < 100);
  PairStrengths equal(3);
  for (int i = 0; i < 1000; ++i) equal.add(0, 1, i % 2 == 0 ? 4 : 0);
  CHECK_FALSE(equal.is_decided(0, 1));
  CHECK_FALSE(equal.is_decided(0, 2));
}

TEST_CASE("adaptive: the stop rule ends a tournament when errors or ranks are known") {
  const AdaptiveTarget about = GENERATE(AdaptiveTarget::ratings, AdaptiveTarget::ranks);
  const double most = about == AdaptiveTarget::ratings ? 60 : 0.5;
  ErrorRule rule(3, 2, most, about);
  Adaptive schedule(3, 5000, about, 2);
  std::uint64_t number = 0;
  bool is_over = false;
  while (!is_over && number < schedule.paired()) {
    const ScheduledGame game = schedule.game(++number);
    const std::uint64_t drawn = derive_seed(7, number) % 10;
    const Outcome outcome =
        drawn < (game.white < game.black ? 7 : 3) ? Outcome::white_wins : Outcome::black_wins;
    schedule.add({number, outcome});
    is_over = rule.add({game, outcome, std::nullopt});
  }
  CHECK(is_over);
  CHECK(number > 20);
  CHECK(rule.largest_error().value() < most);
  CHECK_THAT(rule.text().english(),
             contains_text(about == AdaptiveTarget::ratings ? " Elo after " : "0.0 places") &&
                 contains_text(", below "));
}

TEST_CASE("adaptive: pairing by results needs fewer games than a round-robin") {
  CHECK(games_until({8, 200, AdaptiveTarget::ranks, 0.5, 0}, true, 2) <
        0.7 * games_until({8, 200, AdaptiveTarget::ranks, 0.5, 0}, false, 2));
}

TEST_CASE("adaptive: the shares of games that the manual names", "[long]") {
  for (const Design& design : {Design{6, 100, AdaptiveTarget::ranks, 0.5, 0.8},
                               Design{10, 100, AdaptiveTarget::ranks, 0.5, 0.7},
                               Design{8, 200, AdaptiveTarget::ranks, 0.5, 0.5},
                               Design{8, 350, AdaptiveTarget::ratings, 100, 0.6},
                               Design{8, 200, AdaptiveTarget::ratings, 75, 0.7},
                               Design{6, 0, AdaptiveTarget::ratings, 40, 1.2}}) {
    CAPTURE(design.players, design.distance, design.error);
    const double adaptive = games_until(design, true, 8), all = games_until(design, false, 8);
    CAPTURE(adaptive, all, adaptive / all);
    CHECK(adaptive <= design.share * all);
  }
}

}  // namespace adaptive_test
