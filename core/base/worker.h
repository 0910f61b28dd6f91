#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "core/base/parallel.h"

namespace schiri {

/// A thread that does one task after another, which costs less than a thread for each. It is made
/// for the first task. One thread calls the members.
class Worker {
 public:
  /// Ends soon after a stop is requested. What it throws is kept for rethrow().
  using Task = std::function<void(const std::stop_token&)>;

  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  /// Stops the task.
  ~Worker();

  /// Waits for the task before and starts this one. Throws std::system_error if the system permits
  /// no thread.
  void start(Task task);
  /// Asks the task to stop, and waits for its end.
  void stop();
  /// Rethrows the exception of the first task that has ended with one since the last call.
  void rethrow();
  /// Is there no task, or has it ended? All that it did can then be seen by the caller.
  bool is_idle();
  /// Waits for the end of the task, at most this long.
  void wait_for(std::chrono::nanoseconds most);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  Task task_;  // empty when it has ended
  FirstFailure failure_;
  std::stop_source stop_{std::nostopstate};
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace schiri
