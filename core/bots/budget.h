#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/match/limits.h"
#include "core/match/play.h"

namespace schiri {

/// The limits of a search on one turn, and how much of them is spent. A node is one examined
/// position, however the search reached it.
///
/// On a clock, a turn gets about a twenty-fifth of the time left and most of the increment (an even
/// share if the number of turns to go is known), up to three times that if the search is within an
/// iteration, and never more than half of the time left. A few milliseconds are held back for
/// communication.
class SearchBudget {
 public:
  /// The budget if no limit is set, so that every call returns.
  static constexpr std::uint64_t default_nodes = 10'000;
  /// The number of nodes between checks of the clock and the stop token.
  static constexpr std::uint64_t nodes_between_checks = 64;

  /// Starts the count; `side` is the side to move. The clock is read only if time is limited.
  SearchBudget(const Limits& limits, Side side, std::stop_token stop, Clock clock = monotonic_time);
  /// The budget of a thread that helps a search with another budget. The nodes of both count
  /// together; `stop` and the depth limit also end the help.
  SearchBudget(SearchBudget& helped, std::stop_token stop);

  /// Counts one more node. False once the budget is spent.
  bool spend() {
    if (spent_) return false;
    if (nodes_ >= most_nodes_) return !(spent_ = true);
    ++nodes_;
    if (nodes_ % nodes_between_checks == 0) check_clock();
    return true;
  }
  /// Once true, the search must end with its result so far.
  bool is_spent() const { return spent_; }
  std::uint64_t nodes() const { return nodes_ + nodes_of_helpers(); }
  /// The nodes of this thread, without those of helping threads.
  std::uint64_t own_nodes() const { return nodes_; }

  /// Is the turn's fair share of time used? For a search that can stop at any moment.
  bool is_share_used() const { return share_ && spent_time() >= *share_; }
  /// Should the next, deeper iteration be begun? It takes longer than all before it.
  bool may_deepen() const { return !spent_ && !(share_ && 2 * spent_time() >= *share_); }
  /// Is there a limit of nodes or time?
  bool is_limited() const { return most_nodes_ != UINT64_MAX || most_time_.has_value(); }
  /// Is depth the only limit? Then only an iterative search ends by itself.
  bool is_by_depth_only() const { return depth_ && most_nodes_ == UINT64_MAX && !most_time_; }
  /// An estimate of the search's nodes before it begins: at most the limit, and a million for each
  /// second of its time. UINT64_MAX if it ends only when stopped.
  std::uint64_t expected_nodes() const;
  /// The depth limit of the search in turns.
  std::optional<int> depth() const { return depth_; }

 private:
  using Time = std::chrono::nanoseconds;

  void share_clock(const Limits::Clocks& clocks, Side side);
  void shorten(Time share, Time most);
  Time spent_time() const { return clock_() - begin_; }
  void check_clock();
  void check_helpers();
  std::uint64_t nodes_of_helpers() const { return helped_by_.load(std::memory_order_relaxed); }

  std::uint64_t most_nodes_ = UINT64_MAX;
  std::optional<int> depth_;
  std::optional<Time> share_, most_time_;
  std::stop_token stop_;
  Clock clock_;
  Time begin_{};
  std::uint64_t nodes_ = 0;
  bool spent_ = false;
  std::atomic<std::uint64_t> published_nodes_ = 0;  // of the main thread, for its helpers
  std::atomic<std::uint64_t> helped_by_ = 0;        // of the helpers
  SearchBudget* helps_ = nullptr;
};

}  // namespace schiri
