#include "core/base/worker.h"

#include "tests/catch.h"

namespace worker_test {

void wait_for_stop(const std::stop_token& token) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, token, [] { return false; });
}

TEST_CASE("worker: does its tasks one after another on one thread") {
  std::vector<int> done;  // no lock: the worker's own orders the tasks and the reader
  std::vector<std::thread::id> threads;
  Worker worker;
  CHECK(worker.is_idle());
  for (int i = 0; i < 1000; ++i) {
    worker.start([&, i](const std::stop_token&) {
      done.push_back(i);
      threads.push_back(std::this_thread::get_id());
    });
  }
  worker.wait_for(std::chrono::hours(1));
  REQUIRE(worker.is_idle());
  REQUIRE(done.size() == 1000);
  for (int i = 0; i < 1000; ++i) CHECK(done[static_cast<std::size_t>(i)] == i);
  CHECK(threads == std::vector(1000, threads.front()));
  CHECK(threads.front() != std::this_thread::get_id());
}

TEST_CASE("worker: a stop ends the task that runs, and not the next") {
  Worker worker;
  worker.stop();
  bool was_stopped = false;
  for (int i = 0; i < 100; ++i) {
    was_stopped = false;
    worker.start([&](const std::stop_token& token) {
      wait_for_stop(token);
      was_stopped = true;
    });
    worker.wait_for(std::chrono::nanoseconds(1));
    CHECK_FALSE(worker.is_idle());
    worker.stop();
    CHECK(was_stopped);
    bool is_asked = true;
    worker.start([&](const std::stop_token& token) { is_asked = token.stop_requested(); });
    worker.wait_for(std::chrono::hours(1));
    CHECK_FALSE(is_asked);
  }
}

TEST_CASE("worker: an exception of a task reaches the one that waits") {
  Worker worker;
  worker.start([](const std::stop_token&) { throw std::runtime_error("no memory"); });
  CHECK_THROWS_WITH(worker.rethrow(), "no memory");
  worker.rethrow();
  bool is_done = false;
  worker.start([&](const std::stop_token&) { is_done = true; });
  worker.rethrow();
  CHECK(is_done);
  worker.start([](const std::stop_token&) { throw std::runtime_error("nobody asks"); });
}

TEST_CASE("worker: its end stops the task and drops what it holds") {
  std::atomic<bool> was_stopped = false;
  const auto held = std::make_shared<int>();
  {
    Worker worker;
    worker.start([&, copy = held](const std::stop_token& token) {
      wait_for_stop(token);
      was_stopped = *copy == 0;
    });
  }
  CHECK(was_stopped);
  CHECK(held.use_count() == 1);
}

}  // namespace worker_test
