#pragma once

#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/bots/budget.h"
#include "core/bots/options.h"

namespace schiri {

/// The number of threads that search together.
inline constexpr BotOption threads_option = {"threads", 1, 1, 64, "number of search threads"};

/// Threads that search the same position as the thread that starts them, until either is done.
template <class Result>
class HelperThreads {
 public:
  /// Starts `count` threads, or as many as the system permits; each returns `help(number, budget,
  /// rng)`, with numbers from 1 and its own random numbers. `help` must outlive this object.
  template <class Help>
  HelperThreads(int count, SearchBudget& budget, Rng& rng, const Help& help)
      : results_(static_cast<std::size_t>(count)) {
    try {
      for (int i = 0; i < count; ++i) {
        auto& result = results_[static_cast<std::size_t>(i)];
        threads_.emplace_back([&, i, seed = rng()](const std::stop_token& stop) {
          failure_.guard([&] {
            SearchBudget own(budget, stop);
            Rng own_rng(seed);
            result = help(i + 1, own, own_rng);
          });
        });
      }
    } catch (const std::system_error&) {
    }
  }

  /// Stops the threads and returns their results; nullopt for a thread without a result. Rethrows
  /// an exception of one.
  std::vector<std::optional<Result>> finish() {
    for (auto& thread : threads_) thread.request_stop();
    threads_.clear();
    failure_.rethrow();
    return std::move(results_);
  }

 private:
  FirstFailure failure_;
  std::vector<std::optional<Result>> results_;
  std::vector<std::jthread> threads_;
};

}  // namespace schiri
