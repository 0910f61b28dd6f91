#include "core/tournament/strikes.h"

#include "tests/catch.h"

namespace strikes_test {

ScheduledGame game(std::uint64_t number, std::size_t white, std::size_t black) {
  ScheduledGame scheduled;
  scheduled.number = number;
  scheduled.white = white;
  scheduled.black = black;
  return scheduled;
}

TEST_CASE("strikes: a bot is excluded from games after its last permitted failure") {
  Strikes strikes({2, 2, std::nullopt});
  for (std::uint64_t number : {7U, 3U, 5U}) {
    strikes.begin(game(number, 0, 2));
    strikes.decide(number, 0);
  }
  CHECK_FALSE(strikes.is_out(0, 3));
  CHECK_FALSE(strikes.is_out(0, 5));
  CHECK(strikes.is_out(0, 6));
  CHECK(strikes.is_out(0, 7));
  CHECK_FALSE(strikes.is_out(1, 100));
}

TEST_CASE("strikes: without a limit no bot is excluded") {
  Strikes strikes({std::nullopt, std::nullopt});
  for (std::uint64_t number = 1; number < 100; ++number) {
    strikes.begin(game(number, 0, 1));
    strikes.decide(number, 0);
  }
  CHECK_FALSE(strikes.is_open(0, 1000));
}

TEST_CASE("strikes: unfinished earlier games leave an exclusion open") {
  Strikes strikes({1, 1, 1});
  strikes.begin(game(1, 0, 1));
  strikes.begin(game(2, 1, 2));
  CHECK_FALSE(strikes.is_open(0, 1));
  CHECK(strikes.is_open(0, 2));
  CHECK(strikes.is_open(1, 2));
  CHECK_FALSE(strikes.is_open(2, 2));
  CHECK(strikes.is_open(2, 3));
  CHECK_FALSE(strikes.is_out(2, 3));

  // A finished game leaves no exclusion open, except for its culprit.
  strikes.finish(2, std::nullopt);
  CHECK_FALSE(strikes.is_open(2, 3));
  strikes.finish(1, 1);
  CHECK_FALSE(strikes.is_open(0, 3));
  CHECK(strikes.is_open(1, 3));
  CHECK_FALSE(strikes.is_out(1, 3));
  strikes.decide(1, 1);
  CHECK(strikes.is_out(1, 2));
  CHECK_FALSE(strikes.is_open(1, 3));
}

TEST_CASE("strikes: a game that does not count adds no failure") {
  Strikes strikes({1, 1});
  strikes.begin(game(4, 0, 1));
  strikes.finish(4, 1);
  CHECK(strikes.is_open(1, 5));
  strikes.decide(4, std::nullopt);
  CHECK_FALSE(strikes.is_open(1, 5));
}

}  // namespace strikes_test
