#include "core/match/runner.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>

#include "tests/catch.h"

using namespace schiri;

namespace {

using Numbers = Runner<std::uint64_t>;

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
    return
        [](std::uint64_t number, const std::stop_token&) { return std::optional(number * number); };
  };
  job.sink = [&taken](std::uint64_t number, std::uint64_t&& result) {
    taken.numbers.push_back(number);
    taken.results.push_back(result);
  };
  job.keep_going = [] { return true; };
  return job;
}

}  // namespace

TEST_CASE("runner: each game is played once, whatever the number of threads") {
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

TEST_CASE("runner: a stop keeps what is finished and begins nothing more") {
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
    return [&](std::uint64_t, const std::stop_token& stop) -> std::optional<std::uint64_t> {
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

TEST_CASE("runner: failures of workers and sink end the run and reach the caller") {
  const unsigned threads = GENERATE(1u, 4u);
  Taken taken;
  auto job = squares(1000000, taken);
  SECTION("a worker's making") {
    job.make_worker = []() -> Numbers::Worker { throw std::runtime_error("no player"); };
  }
  SECTION("a game") {
    job.make_worker = [] {
      return [](std::uint64_t number, const std::stop_token&) {
        if (number == 500) throw std::runtime_error("broken");
        return std::optional(number);
      };
    };
  }
  SECTION("the sink") {
    job.sink = [](std::uint64_t, std::uint64_t&&) { throw std::runtime_error("disk full"); };
  }
  CHECK_THROWS_AS(Numbers(std::move(job)).run(threads), std::runtime_error);
}
