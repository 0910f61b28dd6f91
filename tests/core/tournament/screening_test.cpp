#include "core/tournament/screening.h"

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/rating/numerics/scale.h"
#include "core/tournament/systems.h"
#include "tests/catch.h"

namespace screening_test {

using State = TakeRace::State;

TournamentConfig screening(std::size_t takes, const rating::SprtOptions& plan,
                           std::uint64_t rounds = 100'000) {
  TournamentConfig config;
  config.system = System::screening;
  config.rounds = rounds;
  config.sprt = plan;
  for (std::size_t i = 0; i < takes; ++i)
    config.bots.push_back({.name = "take" + std::to_string(i)});
  config.bots.push_back({.name = "base"});
  return config;
}

/// A game of players of these strengths, in Elo, of which `draws` are drawn between equals.
Outcome play(const ScheduledGame& game, const std::vector<double>& elo, double draws, Rng& rng) {
  const double score = rating::expected_score(elo[game.white] - elo[game.black]);
  const double drawn = draws * 4 * score * (1 - score);
  const double at = rng.uniform();
  if (at < score - drawn / 2) return Outcome::white_wins;
  return at < score + drawn / 2 ? Outcome::draw : Outcome::black_wins;
}

struct Race {
  std::optional<std::size_t> accepted;
  std::uint64_t games = 0;  ///< up to the decision
  bool is_decided = false;
};

/// Plays `at_once` games at the same time, which end in random order, as a tournament does.
Race run(const TournamentConfig& config, const std::vector<double>& elo, std::uint64_t seed,
         std::uint64_t at_once = 1) {
  const auto schedule = make_schedule(config);
  ScreeningRule rule(config.bots, *config.sprt);
  std::map<std::uint64_t, JudgedGame> waiting;
  std::vector<std::uint64_t> playing;
  std::uint64_t begun = 0, judged = 0;
  Rng order(at_once);
  Race race;
  while (!race.is_decided) {
    while (begun < schedule->paired() && playing.size() < at_once) playing.push_back(++begun);
    if (playing.empty()) break;
    std::swap(playing[order.below(playing.size())], playing.back());
    const ScheduledGame game = schedule->game(playing.back());
    playing.pop_back();
    Rng chance(derive_seed(seed, game.number));
    const Outcome outcome = play(game, elo, 0.4, chance);
    schedule->add({game.number, outcome});
    waiting.emplace(game.number, JudgedGame{game, outcome, std::nullopt});
    for (auto next = waiting.find(judged + 1); next != waiting.end() && !race.is_decided;
         next = waiting.find(judged + 1)) {
      race.is_decided = rule.add(next->second);
      ++judged;
    }
  }
  race.games = judged;
  const TakeRace& takes = rule.race();
  if (takes.takes()[takes.leader()].state == State::accepted) race.accepted = takes.leader();
  return race;
}

constexpr rating::SprtOptions plan{.elo0 = 0, .elo1 = 60};

/// Shares of races, and their mean number of games.
struct Races {
  double accepted = 0;  ///< the race accepts a take
  double best = 0;      ///< it accepts the first
  double games = 0;
};

Races simulate(const std::vector<double>& elo, int races) {
  const TournamentConfig config = screening(elo.size() - 1, plan);
  Races sum;
  for (int i = 0; i < races; ++i) {
    const Race race = run(config, elo, static_cast<std::uint64_t>(i));
    sum.accepted += race.accepted.has_value();
    sum.best += race.accepted == 0;
    sum.games += static_cast<double>(race.games);
  }
  return {sum.accepted / races, sum.best / races, sum.games / races};
}

/// The baseline has strength 0.
std::vector<double> with_base(std::vector<double> takes) {
  takes.push_back(0);
  return takes;
}

/// Two standard errors more than a share.
double at_most(double share, int races) {
  return share + 2 * std::sqrt(share * (1 - share) / races);
}

/// The mean number of games of a test of each take on its own, with the same total of errors alpha.
double games_alone(const std::vector<double>& elo, int tests) {
  const std::size_t takes = elo.size() - 1;
  TournamentConfig config = screening(1, plan, 100'000);
  config.system = System::match;
  config.sprt->alpha /= static_cast<double>(takes);
  double games = 0;
  for (int i = 0; i < tests; ++i) {
    for (std::size_t take = 0; take < takes; ++take) {
      const auto schedule = make_schedule(config);
      SprtRule rule(*config.sprt, true);
      for (std::uint64_t number = 1;; ++number, ++games) {
        const ScheduledGame game = schedule->game(number);
        Rng chance(derive_seed(take, i, number));
        if (rule.add({game, play(game, {elo[take], 0}, 0.4, chance), std::nullopt})) break;
      }
    }
  }
  return games / tests;
}

TEST_CASE("screening: the total errors cover the truth, for the games of single tests") {
  constexpr int races = 300;
  for (const std::size_t takes : {2U, 4U, 8U}) {
    CAPTURE(takes);
    std::vector<double> elo(takes);
    const Races none = simulate(with_base(elo), races);
    elo[0] = plan.elo1;
    const Races one = simulate(with_base(elo), races);
    const double alone = games_alone(with_base(elo), races / 10);
    for (double& strength : elo) strength = plan.elo1;
    const Races all = simulate(with_base(elo), races);
    INFO("none is good: " << none.accepted << ", " << none.games << " games; one: " << one.best
                          << ", " << one.games << ", alone " << alone << "; all: " << all.accepted
                          << ", " << all.games);
    CHECK(none.accepted <= at_most(plan.alpha, races));
    CHECK(1 - one.best <= at_most(plan.beta, races));
    CHECK(1 - all.accepted <= at_most(plan.beta, races));
    CHECK(one.games < 1.1 * alone);
    CHECK(all.games < 0.9 * alone);
  }
}

TEST_CASE("screening: rounds do not depend on the games played at once") {
  const std::vector<double> elo = with_base({0, 60, 30, -50});
  const TournamentConfig config = screening(4, plan);
  const Race one = run(config, elo, 7);
  REQUIRE(one.is_decided);
  for (const std::uint64_t at_once : {2U, 8U, 64U}) {
    CAPTURE(at_once);
    const Race many = run(config, elo, 7, at_once);
    CHECK(many.accepted == one.accepted);
    CHECK(many.games == one.games);
  }
}

TEST_CASE("screening: each round has a pair with colours swapped of each take that is left") {
  const TournamentConfig config = screening(3, plan);
  const auto schedule = make_schedule(config);
  REQUIRE(schedule->paired() == 16 * 3 * 2);
  for (std::uint64_t number = 1; number <= schedule->paired(); ++number) {
    const ScheduledGame game = schedule->game(number);
    const std::size_t take = (number - 1) / 2 % 3;
    CHECK(game.round == (number - 1) / 6 + 1);
    CHECK(game.opening == game.round);
    CHECK(game.leg == static_cast<int>((number - 1) % 2 + 1));
    CHECK((game.leg == 1 ? game.white : game.black) == take);
    CHECK((game.leg == 1 ? game.black : game.white) == 3);
  }
}

TEST_CASE("screening: takes go out, and the last one decides") {
  TakeRace race(3, {.elo0 = 0, .elo1 = 50});
  CHECK(race.options().alpha == 0.016666);
  CHECK(race.options().beta == 0.025);
  const auto state = [&](std::size_t take) { return race.takes()[take].state; };
  while (state(1) == State::playing) {
    for (const std::size_t take : {0U, 1U, 2U}) {
      race.add(take, take == 1 ? 0 : 1);
      race.add(take, 3);
    }
  }
  CHECK(state(1) == State::rejected);
  const std::uint64_t units = race.takes()[1].counts.units();
  race.add(1, 4);
  CHECK(race.takes()[1].counts.units() == units);
  while (state(2) == State::playing) race.add(2, 1);
  CHECK(state(2) == State::rejected);
  CHECK_FALSE(race.is_decided());
  while (!race.is_decided()) race.add(0, 1);
  CHECK(state(0) == State::rejected);
  CHECK(race.leader() == 0);
}

TEST_CASE("screening: a take is beaten by another that leads") {
  TakeRace race(2, {.elo0 = 0, .elo1 = 50});
  while (race.takes()[1].state == State::playing && !race.is_decided()) {
    race.add(0, 3);
    race.add(1, 2);
    race.add(0, 2);
    race.add(1, 2);
  }
  CHECK(race.takes()[1].state == State::behind);
  CHECK(race.takes()[1].behind == 0);
  CHECK(race.leader() == 0);
}

TEST_CASE("screening: a take that plays no more is out") {
  const TournamentConfig config = screening(2, {.elo0 = 0, .elo1 = 50});
  ScreeningRule rule(config.bots, *config.sprt);
  bool has_ended = false;
  std::uint64_t number = 0;
  // The first take is never played, the second one loses.
  for (std::uint64_t round = 1; round <= 100 && !has_ended; ++round) {
    for (const std::size_t take : {0U, 1U}) {
      for (const int leg : {1, 2}) {
        ++number;
        const std::size_t white = leg == 1 ? take : 2, black = leg == 1 ? 2 : take;
        const Outcome lost = leg == 1 ? Outcome::black_wins : Outcome::white_wins;
        JudgedGame game{{number, round, leg, white, black, round}, lost, number};
        if (take == 0) game.outcome.reset();
        has_ended = has_ended || rule.add(game);
      }
    }
  }
  CHECK(has_ended);
  CHECK(rule.race().takes()[0].state == State::excluded);
  CHECK(rule.text().english() == "no take is accepted; ended because a player is out");
}

TEST_CASE("screening: settings that do not fit") {
  TournamentConfig config = screening(2, plan);
  CHECK(make_schedule(config)->games() == 400'000);
  config.single = true;
  CHECK_THROWS_AS(make_schedule(config), std::invalid_argument);
  config = screening(1, plan);
  CHECK_THROWS_AS(make_schedule(config), std::invalid_argument);
  config = screening(2, plan);
  config.sprt.reset();
  CHECK_THROWS_AS(make_schedule(config), std::invalid_argument);
  config.sprt = {.elo0 = 5, .elo1 = 0};
  CHECK_THROWS_AS(make_schedule(config), std::invalid_argument);
}

}  // namespace screening_test
