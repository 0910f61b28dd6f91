#include "core/tournament/runner.h"

#include <sys/resource.h>

#include "tests/catch.h"

namespace runner_test {

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
        return std::optional(number);
      };
    };
  }
  SECTION("the sink") {
    job.sink = [](std::uint64_t, std::uint64_t&&) { throw std::runtime_error("disk full"); };
  }
  CHECK_THROWS_AS(Numbers(std::move(job)).run(threads), std::runtime_error);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

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
  std::vector<std::atomic<int>> done(200);
  {
    const MoreMemory limit(std::size_t{30} << 20);
    in_parallel(done.size(), [&](std::size_t part) { ++done[part]; });
  }
  CHECK(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
}

#endif

}  // namespace runner_test
