#include "core/tournament/schedule.h"

#include "tests/catch.h"

namespace schedule_test {

TEST_CASE("round-robin: each pair meets once with each colour per round") {
  const std::size_t players = GENERATE(range(2u, 10u));
  const std::uint64_t rounds = 3;
  const RoundRobin schedule(players, rounds);
  REQUIRE(schedule.games() == rounds * players * (players - 1));
  std::map<std::uint64_t, std::set<std::pair<std::size_t, std::size_t>>> met;
  for (std::uint64_t number = 1; number <= schedule.games(); ++number) {
    const ScheduledGame game = schedule.game(number);
    CHECK(game.number == number);
    CHECK(game.white < players);
    CHECK(game.black < players);
    CHECK(game.white != game.black);
    CHECK(met[game.round].insert({game.white, game.black}).second);
  }
  REQUIRE(met.size() == rounds);
  for (const auto& [round, pairs] : met) {
    CHECK(round >= 1);
    CHECK(round <= rounds);
    CHECK(pairs.size() == players * (players - 1));
  }
}

TEST_CASE("round-robin: the games of a pair are consecutive with swapped colours") {
  const std::size_t players = GENERATE(2u, 5u, 8u);
  const RoundRobin schedule(players, 2);
  for (std::uint64_t number = 1; number <= schedule.games(); number += 2) {
    const ScheduledGame first = schedule.game(number);
    const ScheduledGame second = schedule.game(number + 1);
    CHECK(first.leg == 1);
    CHECK(second.leg == 2);
    CHECK(first.round == second.round);
    CHECK(first.white == second.black);
    CHECK(first.black == second.white);
  }
}

TEST_CASE("round-robin: every prefix is balanced") {
  const std::size_t players = GENERATE(range(2u, 12u));
  const RoundRobin schedule(players, 3);
  std::vector<int> played(players), colours(players);
  int widest = 0, most_one_colour = 0;
  for (std::uint64_t number = 1; number <= schedule.games(); ++number) {
    const ScheduledGame game = schedule.game(number);
    ++played[game.white];
    ++played[game.black];
    ++colours[game.white];
    --colours[game.black];
    const auto [least, most] = std::minmax_element(played.begin(), played.end());
    widest = std::max(widest, *most - *least);
    for (const int balance : colours)
      most_one_colour = std::max(most_one_colour, std::abs(balance));
  }
  CAPTURE(players);
  CHECK(widest <= (players % 2 == 0 ? 2 : 4));
  CHECK(most_one_colour <= 1);
}

TEST_CASE("round-robin: more rounds add games and change none") {
  const RoundRobin shorter(5, 2), longer(5, 7);
  for (std::uint64_t number = 1; number <= shorter.games(); ++number) {
    CHECK(shorter.game(number) == longer.game(number));
  }
}

TEST_CASE("round-robin: the first colour alternates between rounds") {
  const RoundRobin schedule(2, 2);
  CHECK(schedule.game(1).white == schedule.game(3).black);
}

TEST_CASE("round-robin: invalid numbers of players and rounds are rejected") {
  CHECK_THROWS_AS(RoundRobin(1, 1), std::invalid_argument);
  CHECK_THROWS_AS(RoundRobin(2, 0), std::invalid_argument);
  CHECK_THROWS_AS(RoundRobin(2, UINT64_MAX / 2), std::invalid_argument);
  CHECK_THROWS_AS(RoundRobin(SIZE_MAX, 1), std::invalid_argument);
  CHECK(RoundRobin(2, INT64_MAX / 2).games() == INT64_MAX - 1);
}

TEST_CASE("round-robin: round tags distinguish the games of a pair") {
  CHECK(round_tag({9, 5, 2, 0, 1}) == "5.2");
}

}  // namespace schedule_test
