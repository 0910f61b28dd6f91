#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace schiri {

/// WebAssembly has none: the calling thread does all.
#ifdef __EMSCRIPTEN__
inline constexpr bool has_threads = false;
#else
inline constexpr bool has_threads = true;
#endif

/// The number of processors, at least 1. The system is asked once.
std::size_t processor_count();

/// The number of threads to use for `steps` steps of about a nanosecond each: each thread must do
/// more work than its start costs.
inline std::size_t worthwhile_threads(double steps) {
  constexpr double steps_of_a_thread = 2e6;
  const auto useful = static_cast<std::size_t>(steps / steps_of_a_thread) + 1;
  if (useful == 1) return 1;
  return std::min({processor_count(), useful, std::size_t{8}});
}

/// Sets what to call, once in this program, when the system gives fewer threads than requested.
/// Parallel work has the same result on any number of threads; it only takes longer on fewer.
void on_fewer_threads(std::function<void(std::size_t made, std::size_t wanted)> listener);
/// Calls the function that on_fewer_threads() has set.
void note_fewer_threads(std::size_t made, std::size_t wanted);

/// The first exception of work on several threads, for the thread that waits for them.
class FirstFailure {
 public:
  /// Calls a function and keeps its exception. Any thread.
  template <class Call>
  void guard(const Call& call) noexcept {
    try {
      call();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }
  /// Rethrows the exception, if there was one, when all threads have ended. Once.
  void rethrow() {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Starts a thread that calls `work(number)` for each number from `first` to before `end`, as far
/// as the system permits, and adds them to `threads`. Returns the first number without a thread.
/// Never throws for lack of threads; `work` must not throw.
template <class Work>
std::size_t start_threads(std::vector<std::jthread>& threads, std::size_t first, std::size_t end,
                          const Work& work) {
  std::size_t next = first;
  if (!has_threads || first >= end) return next;
  try {
    threads.reserve(threads.size() + end - std::min(first, end));
    for (; next < end; ++next) threads.emplace_back([work, next] { work(next); });
  } catch (const std::system_error&) {
    note_fewer_threads(next - first, end - first);
  }
  return next;
}

/// Calls `work(part)` for each part below `parts`, each on a thread of its own as far as the system
/// permits, and returns when all are done. Rethrows the first exception of one.
template <class Work>
void in_parallel(std::size_t parts, const Work& work) {
  FirstFailure failure;
  const auto guarded = [&](std::size_t part) { failure.guard([&] { work(part); }); };
  {
    std::vector<std::jthread> others;
    const std::size_t left =
        start_threads(others, 1, parts, [&guarded](std::size_t part) { guarded(part); });
    guarded(0);
    for (std::size_t part = left; part < parts; ++part) guarded(part);
  }
  failure.rethrow();
}

}  // namespace schiri
