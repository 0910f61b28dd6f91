#include "core/tournament/runner.h"

#include <sys/resource.h>

#include "core/tournament/schedule.h"
#include "tests/catch.h"
#include "tests/sanitizers.h"

namespace runner_test {

/// A number and its square.
using Square = std::pair<std::uint64_t, std::uint64_t>;
using Numbers = Runner<Square>;

struct Taken {
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint64_t> results;
};

Numbers::Job squares(std::uint64_t games, Taken& taken) {
  Numbers::Job job;
  job.next = [games, last = std::uint64_t{0}]() mutable -> std::optional<std::uint64_t> {
    if (last == games) return std::nullopt;
    return ++last;
  };
  job.make_worker = [] {
    return [](std::uint64_t number, const std::stop_token&) {
      return std::optional(Square(number, number * number));
    };
  };
  job.sink = [&taken](Square&& square) {
    taken.numbers.push_back(square.first);
    taken.results.push_back(square.second);
  };
  job.keep_going = [] { return true; };
  return job;
}

TEST_CASE("runner: each game is played once with any number of threads") {
  const unsigned threads = GENERATE(1u, 2u, 8u);
  const std::uint64_t games = GENERATE(0u, 1u, 5000u);
  Taken taken;
  Numbers(squares(games, taken)).run(threads);
  for (std::size_t i = 0; i < taken.numbers.size(); ++i) {
    REQUIRE(taken.results[i] == taken.numbers[i] * taken.numbers[i]);
  }
  std::sort(taken.numbers.begin(), taken.numbers.end());
  std::vector<std::uint64_t> all(games);
  std::iota(all.begin(), all.end(), std::uint64_t{1});
  CHECK(taken.numbers == all);
}

TEST_CASE("runner: a stop keeps finished games and begins no others") {
  Taken taken;
  auto job = squares(1000000, taken);
  job.keep_going = [&] { return taken.numbers.size() < 10; };
  Numbers(std::move(job)).run(2);
  CHECK(taken.numbers.size() >= 10);
  CHECK(taken.numbers.size() < 1000000);
}

TEST_CASE("runner: a stop reaches games in progress") {
  Taken taken;
  std::atomic<int> begun = 0;
  auto job = squares(100, taken);
  job.make_worker = [&] {
    return [&](std::uint64_t, const std::stop_token& stop) -> std::optional<Square> {
      ++begun;
      while (!stop.stop_requested()) std::this_thread::yield();
      return std::nullopt;
    };
  };
  job.keep_going = [&] { return begun < 2; };
  Numbers(std::move(job)).run(2);
  CHECK(taken.numbers.empty());
  CHECK(begun == 2);
}

TEST_CASE("runner: failures of workers and of the sink end the run and reach the caller") {
  const unsigned threads = GENERATE(1u, 4u);
  Taken taken;
  auto job = squares(1000000, taken);
  SECTION("creation of a worker") {
    job.make_worker = []() -> Numbers::Worker { throw std::runtime_error("no player"); };
  }
  SECTION("a game") {
    job.make_worker = [] {
      return [](std::uint64_t number, const std::stop_token&) {
        if (number == 500) throw std::runtime_error("broken");
        return std::optional(Square(number, number));
      };
    };
  }
  SECTION("the sink") {
    job.sink = [](Square&&) { throw std::runtime_error("disk full"); };
  }
  CHECK_THROWS_AS(Numbers(std::move(job)).run(threads), std::runtime_error);
}

/// Limits the memory of this process to this much more during its lifetime.
class MoreMemory {
 public:
  explicit MoreMemory(std::size_t bytes) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{pages * 4096 + bytes, before_.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
  }
  MoreMemory(const MoreMemory&) = delete;
  MoreMemory& operator=(const MoreMemory&) = delete;
  ~MoreMemory() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

TEST_CASE("runner: if the system gives fewer threads they play all games") {
  if (is_omitted_as_sanitizer("needs all of the address space")) return;
  std::size_t made = 1000, wanted = 0;
  on_fewer_threads([&](std::size_t got, std::size_t asked) {
    made = got;
    wanted = asked;
  });
  Taken taken;
  {
    const MoreMemory limit(std::size_t{100} << 20);
    Numbers(squares(1000, taken)).run(500);
  }
  on_fewer_threads(nullptr);
  CHECK(taken.numbers.size() == 1000);
  CHECK(wanted == 500);
  CHECK(made > 0);
  CHECK(made < 500);
}

TEST_CASE("parallel: every part is done even if threads cannot be created") {
  if (is_omitted_as_sanitizer("needs all of the address space")) return;
  std::vector<std::atomic<int>> done(200);
  {
    const MoreMemory limit(std::size_t{30} << 20);
    in_parallel(done.size(), [&](std::size_t part) { ++done[part]; });
  }
  CHECK(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
}

}  // namespace runner_test

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
