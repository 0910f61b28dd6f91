#include "core/pairing/dutch_check.h"

#include "tests/catch.h"
#include "tests/programs/swiss_simulation.h"

namespace dutch_check_test {

SimulatedEvent simulated(std::size_t players, std::uint64_t rounds, std::uint64_t seed) {
  SimulationTerms terms;
  terms.players = players;
  terms.rounds = rounds;
  terms.seed = seed;
  return simulate_swiss(terms);
}

/// The first criterion that a round violates; empty if there is none.
std::string criterion(const SwissHistory& history, std::uint64_t round) {
  const RoundCheck check = check_dutch_round(history, round);
  return check.differing.empty() ? "" : std::string(check.differing[0].criterion);
}

/// Two players of a round exchange their opponents.
void exchange(SwissHistory& history, std::uint64_t round, std::size_t white, std::size_t other) {
  auto& rounds = history.players;
  std::swap(rounds[white][round - 1].opponent, rounds[other][round - 1].opponent);
  for (const std::size_t p : {white, other}) {
    rounds[*rounds[p][round - 1].opponent][round - 1].opponent = p;
  }
}

/// The players with White in a round.
std::vector<std::size_t> whites(const SwissHistory& history, std::uint64_t round) {
  std::vector<std::size_t> list;
  for (std::size_t p = 0; p < history.players.size(); ++p) {
    if (history.entry(p, round).colour == Side::white) list.push_back(p);
  }
  return list;
}

TEST_CASE("dutch check: rounds paired by the rules have no differences") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const SimulatedEvent event = simulated(10 + 5 * seed, 7, seed);
    REQUIRE(event.rounds == 7);
    for (std::uint64_t round = 1; round <= 7; ++round) {
      REQUIRE(check_dutch_round(event.history, round).differing.empty());
    }
  }
}

TEST_CASE("dutch check: every exchange of opponents is found on both boards") {
  const SimulatedEvent event = simulated(24, 7, 3);
  std::set<std::string> criteria;
  for (std::uint64_t round = 1; round <= 7; ++round) {
    const auto list = whites(event.history, round);
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        SwissHistory changed = event.history;
        exchange(changed, round, list[i], list[j]);
        const RoundCheck check = check_dutch_round(changed, round);
        REQUIRE(check.differing.size() == 2);
        const std::string found(check.differing[0].criterion);
        criteria.insert(found);
        const auto first = changed.entry(list[i], round), second = changed.entry(list[j], round);
        const auto met = [&](std::size_t p, std::size_t opponent) {
          for (std::uint64_t r = 1; r < round; ++r) {
            const PlayedRound past = changed.entry(p, r);
            if (was_played(past.result) && past.opponent == opponent) return true;
          }
          return false;
        };
        const bool again = met(list[i], *first.opponent) || met(list[j], *second.opponent);
        if (found == "C1") REQUIRE(again);
        if (again) REQUIRE((found == "C1" || found == "C3"));
      }
    }
  }
  for (const char* expected : {"C1", "C6", "C12", "sequence"}) {
    INFO(expected);
    REQUIRE(criteria.count(expected) == 1);
  }
}

TEST_CASE("dutch check: wrong colours and wrong byes are found") {
  SimulatedEvent event = simulated(15, 5, 8);
  SwissHistory turned = event.history;
  const std::size_t white = whites(turned, 4)[0];
  auto& own = turned.players[white][3];
  std::swap(own.colour, turned.players[*own.opponent][3].colour);
  REQUIRE(criterion(turned, 4) == "colours");

  for (std::uint64_t round = 2; round <= 5; ++round) {
    for (std::size_t p = 0; p < 15; ++p) {
      if (event.history.entry(p, round).result != RoundResult::paired_bye) continue;
      for (std::size_t other = 0; other < 15; ++other) {
        const PlayedRound moved = event.history.entry(other, round);
        if (!moved.opponent) continue;
        SwissHistory changed = event.history;
        std::swap(changed.players[p][round - 1], changed.players[other][round - 1]);
        changed.players[*moved.opponent][round - 1].opponent = p;
        REQUIRE_FALSE(criterion(changed, round).empty());
        bool had_one = false;
        for (std::uint64_t r = 1; r < round; ++r) {
          const RoundResult past = event.history.entry(other, r).result;
          had_one |= past == RoundResult::paired_bye || past == RoundResult::forfeit_win;
        }
        if (criterion(changed, round) == "C2") REQUIRE(had_one);
      }
    }
  }
}

TEST_CASE("dutch check: a game recorded for only one player is found") {
  SimulatedEvent event = simulated(12, 3, 5);
  const std::size_t white = whites(event.history, 2)[1];
  event.history.players[*event.history.entry(white, 2).opponent][1] = PlayedRound();
  REQUIRE_FALSE(check_dutch_round(event.history, 2).differing.empty());
}

TEST_CASE("simulation: the same seed gives the same event and all kinds of results occur") {
  REQUIRE(simulated(30, 6, 4).history.players == simulated(30, 6, 4).history.players);
  REQUIRE(simulated(30, 6, 4).history.players != simulated(30, 6, 5).history.players);
  SimulationTerms terms;
  terms.players = 100;
  terms.late_entries = 10;
  const SimulatedEvent event = simulate_swiss(terms);
  std::set<RoundResult> results;
  for (const auto& rounds : event.history.players) {
    for (const PlayedRound& round : rounds) results.insert(round.result);
  }
  REQUIRE(results.size() == 8);  // all except the full-point bye
  REQUIRE(std::is_sorted(event.ratings.rbegin(), event.ratings.rend()));
  terms.players = 4;
  REQUIRE(simulate_swiss(terms).rounds < terms.rounds);
  terms.players = 1;
  REQUIRE_THROWS_AS(simulate_swiss(terms), std::invalid_argument);
}

}  // namespace dutch_check_test
