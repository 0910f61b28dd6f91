#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/base/parallel.h"
#include "core/match/player.h"
#include "core/process/sigpipe_guard.h"

namespace schiri {

/// Plays the games of a schedule on several threads and passes on the results. The assignment to
/// threads and the order of the results differ from run to run; results that depend on the game's
/// number alone do not.
///
/// `Result` is the result of one game.
template <class Result>
class Runner {
 public:
  /// Plays one game; nullopt if it was stopped before its end.
  using Worker = std::function<std::optional<Result>(std::uint64_t number, const std::stop_token&)>;

  struct Job {
    /// The next game's number, nullopt when there are no more. Called under a lock.
    std::function<std::optional<std::uint64_t>()> next;
    /// After `next` returned nullopt: whether there may be more games when the sink has taken those
    /// in progress. Then the thread waits. Called under the same lock.
    std::function<bool()> may_follow;
    /// Makes a thread's worker, on that thread; a worker belongs to its thread.
    std::function<Worker()> make_worker;
    /// Takes each finished game, on the calling thread.
    std::function<void(Result&&)> sink;
    /// Called on the calling thread after each game and ten times a second; returns whether to go
    /// on.
    std::function<bool()> keep_going;
  };

  explicit Runner(Job job) : job_(std::move(job)) {}

  /// Returns when all games are played, or have been stopped: then every finished game has gone to
  /// the sink. An exception of a worker or the sink stops the others and is rethrown here. If the
  /// system permits fewer threads, these play all games; if it permits none, the caller does.
  void run(unsigned threads) {
    {
      std::vector<std::jthread> workers;
      running_ = threads;
      const std::size_t made = start_threads(workers, 0, threads, [this](std::size_t) { work(); });
      if (made == 0 && threads > 0) return play_alone();
      leave(threads - static_cast<unsigned>(made));
      try {
        hand_over();
      } catch (...) {
        fail(std::current_exception());
      }
      stop_.request_stop();
      finished_taken_.notify_all();
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // A sink that is slower than the players must not fill the memory.
  static constexpr std::size_t most_waiting = 1024;

  void work() {
    const SigpipeGuard quiet;
    try {
      const Worker worker = job_.make_worker();
      while (const auto number = next()) {
        if (auto result = worker(*number, stop_.get_token())) put(std::move(*result));
      }
    } catch (...) {
      fail(std::current_exception());
    }
    leave(1);
  }

  void play_alone() {
    const SigpipeGuard quiet;
    const Worker worker = job_.make_worker();
    while (job_.keep_going()) {
      const auto number = job_.next();
      if (!number) return;
      auto result = worker(*number, stop_.get_token());
      if (result) job_.sink(std::move(*result));
    }
  }

  void leave(unsigned threads) {
    const std::lock_guard lock(mutex_);
    running_ -= threads;
    finished_come_.notify_all();
  }

  std::optional<std::uint64_t> next() {
    std::unique_lock lock(mutex_);
    while (!stop_.stop_requested()) {
      if (const auto number = job_.next()) return number;
      if (!job_.may_follow || !job_.may_follow()) break;
      finished_kept_.wait(lock);
    }
    return std::nullopt;
  }

  void put(Result&& result) {
    std::unique_lock lock(mutex_);
    finished_taken_.wait(lock, [&] { return waiting_.size() < most_waiting || failure_; });
    waiting_.push_back(std::move(result));
    finished_come_.notify_one();
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    stop_.request_stop();
    finished_taken_.notify_all();
    finished_kept_.notify_all();
  }

  /// Waits until no game is being played and all results are handed over.
  void hand_over() {
    while (auto batch = take()) {
      for (Result& result : *batch) {
        job_.sink(std::move(result));
        if (!job_.keep_going()) stop_.request_stop();
        wake_waiting();
      }
      if (!batch->empty()) continue;
      if (!job_.keep_going()) stop_.request_stop();
      // There may be no more games although no game has finished.
      wake_waiting();
    }
  }

  /// Under the lock, so that no thread begins to wait in between.
  void wake_waiting() {
    const std::lock_guard lock(mutex_);
    finished_kept_.notify_all();
  }

  /// The finished games; empty after a timeout, nullopt if no more will follow.
  std::optional<std::deque<Result>> take() {
    std::unique_lock lock(mutex_);
    finished_come_.wait_for(lock, std::chrono::milliseconds(100),
                            [&] { return !waiting_.empty() || running_ == 0; });
    if (waiting_.empty() && running_ == 0) return std::nullopt;
    std::deque<Result> batch;
    batch.swap(waiting_);
    finished_taken_.notify_all();
    return batch;
  }

  Job job_;
  std::mutex mutex_;
  std::condition_variable finished_come_;
  std::condition_variable finished_taken_;
  std::condition_variable finished_kept_;
  std::deque<Result> waiting_;
  std::stop_source stop_;
  unsigned running_ = 0;
  std::exception_ptr failure_;
};

}  // namespace schiri
