#include "core/bots/budget.h"

#include "core/bots/alphabeta.h"
#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"

namespace budget_test {

using namespace bot_test;
using namespace std::chrono_literals;

/// A clock that advances by one step at each reading.
struct SteppingClock {
  std::chrono::nanoseconds step;
  std::chrono::nanoseconds time{};

  Clock clock() {
    return [this] { return time += step; };
  }
};

/// The time after which the budget ends a search that never ends by itself.
std::chrono::nanoseconds time_used(const Limits& limits, Side side) {
  SteppingClock stepping{20us};
  SearchBudget budget(limits, side, {}, stepping.clock());
  while (budget.spend()) {
  }
  return stepping.time;
}

Limits with_clock(std::chrono::milliseconds time, std::chrono::milliseconds increment,
                  std::optional<int> turns = std::nullopt) {
  Limits limits;
  limits.clocks = Limits::Clocks{time, time / 10, increment, 0ms, turns};
  return limits;
}

TEST_CASE("budget: grants exactly the given number of nodes") {
  for (const std::uint64_t nodes : {0u, 1u, 63u, 64u, 65u, 1000u}) {
    SearchBudget budget = budget_of(nodes);
    std::uint64_t spent = 0;
    while (budget.spend()) ++spent;
    CHECK(spent == nodes);
    CHECK(budget.is_spent());
    CHECK_FALSE(budget.spend());
    CHECK(budget.nodes() == nodes);
  }
}

TEST_CASE("budget: ends a search without limits") {
  SearchBudget budget({}, Side::white, {});
  while (budget.spend()) {
  }
  CHECK(budget.nodes() == SearchBudget::default_nodes);
}

TEST_CASE("budget: the expected number of nodes is known before the search") {
  const auto expected = [](const Limits& limits) {
    return SearchBudget(limits, Side::white, {}).expected_nodes();
  };
  CHECK(expected({}) == SearchBudget::default_nodes);
  CHECK(expected({.nodes = 123}) == 123);
  CHECK(expected({.depth = 3}) == SearchBudget::default_nodes);
  CHECK(expected({.nodes = 50'000, .depth = 3}) == 50'000);
  CHECK(expected({.nodes = UINT64_MAX}) == UINT64_MAX);
  CHECK(expected({.move_time = 100ms}) == 90'000);
  CHECK(expected({.nodes = 50'000, .move_time = 100ms}) == 50'000);
  CHECK(expected({.nodes = 500'000, .move_time = 100ms}) == 90'000);
  CHECK(expected(with_clock(10s, 1s)) == (10'000'000 - 10'000) / 25 + 750'000);

  SearchBudget helped({.nodes = 50'000}, Side::white, {});
  CHECK(SearchBudget(helped, {}).expected_nodes() == 50'000);
}

TEST_CASE("budget: the clock is not read without a time limit") {
  SteppingClock stepping{1ms};
  SearchBudget budget({1000, std::nullopt, std::nullopt, std::nullopt}, Side::white, {},
                      stepping.clock());
  while (budget.spend()) {
  }
  CHECK(budget.may_deepen() == false);
  CHECK(stepping.time == 0ms);
}

TEST_CASE("budget: a time per turn is kept and mostly used") {
  Limits limits;
  for (const auto time : {5ms, 50ms, 1000ms}) {
    limits.move_time = time;
    CHECK(time_used(limits, Side::white) <= time);
    CHECK(time_used(limits, Side::white) >= time * 8 / 10);
  }
}

TEST_CASE("budget: a clock is shared among the remaining turns") {
  const auto usual = time_used(with_clock(60s, 0ms), Side::white);
  CHECK(usual >= 2s);
  CHECK(usual <= 8s);
  CHECK(time_used(with_clock(60s, 0ms), Side::black) < usual / 5);
  CHECK(time_used(with_clock(60s, 4s), Side::white) > usual + 2s);
  CHECK(time_used(with_clock(60s, 0ms, 5), Side::white) > 2 * usual);
  CHECK(time_used(with_clock(60s, 0ms, 1), Side::white) <= 60s);
  CHECK(time_used(with_clock(100ms, 10s), Side::white) <= 100ms);
  CHECK(time_used(with_clock(1ms, 0ms), Side::white) <= 2ms);
}

TEST_CASE("budget: the first limit reached ends the search") {
  Limits limits = with_clock(60s, 0ms);
  limits.move_time = 100ms;
  CHECK(time_used(limits, Side::white) <= 100ms);
  limits.nodes = 64;
  SteppingClock stepping{1ms};
  SearchBudget budget(limits, Side::white, {}, stepping.clock());
  while (budget.spend()) {
  }
  CHECK(budget.nodes() == 64);
}

TEST_CASE("budget: no new depth begins after half of the share") {
  SteppingClock stepping{100ms};
  SearchBudget budget(with_clock(25s, 0ms), Side::white, {}, stepping.clock());
  CHECK(budget.may_deepen());
  for (int i = 0; i < 5; ++i) budget.is_share_used();
  CHECK_FALSE(budget.may_deepen());
  CHECK_FALSE(budget.is_spent());
}

TEST_CASE("budget: a stop request ends the search soon") {
  std::stop_source source;
  SearchBudget budget({UINT64_MAX, std::nullopt, std::nullopt, std::nullopt}, Side::white,
                      source.get_token());
  for (int i = 0; i < 1000; ++i) REQUIRE(budget.spend());
  source.request_stop();
  std::uint64_t more = 0;
  while (budget.spend()) ++more;
  CHECK(more <= SearchBudget::nodes_between_checks);

  SearchBudget late({}, Side::white, source.get_token());
  CHECK(late.is_spent());
}

TEMPLATE_TEST_CASE("budget: a search that is stopped or has no time returns a legal turn", "",
                   creeper::Position, springerjagd::Position, more_or_less::Position,
                   sperre::Position) {
  std::stop_source source;
  source.request_stop();
  const PlayedLine<TestType> line;
  Rng rng(1);
  SearchBudget stopped({UINT64_MAX, std::nullopt, std::nullopt, std::nullopt}, Side::white,
                       source.get_token());
  AlphaBetaBot<TestType> bot;
  CHECK(line.position().is_legal(bot.choose({line, stopped, rng}).turn));

  SteppingClock stepping{1ms};
  Limits limits;
  limits.move_time = 1ms;
  SearchBudget hurried(limits, Side::white, {}, stepping.clock());
  CHECK(line.position().is_legal(bot.choose({line, hurried, rng}).turn));
  CHECK(stepping.time <= 3ms);
}

}  // namespace budget_test
