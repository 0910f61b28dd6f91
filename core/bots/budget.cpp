#include "core/bots/budget.h"

#include <algorithm>
#include <utility>

namespace schiri {

namespace {

using Time = std::chrono::nanoseconds;

constexpr int usual_turns_to_go = 25;
constexpr int most_shares = 3;

/// The time left after the overhead of getting the answer back.
Time without_overhead(Time time) {
  constexpr Time overhead = std::chrono::milliseconds(10);
  return std::max(time - std::min(overhead, time / 10), Time{1});
}

}  // namespace

SearchBudget::SearchBudget(const Limits& limits, Side side, std::stop_token stop, Clock clock)
    : depth_(limits.depth), stop_(std::move(stop)), clock_(std::move(clock)) {
  if (limits.nodes) most_nodes_ = *limits.nodes;
  if (limits.move_time) {
    const Time time = without_overhead(*limits.move_time);
    shorten(2 * time, time);
  }
  if (limits.clocks) share_clock(*limits.clocks, side);
  if (limits == Limits{}) most_nodes_ = default_nodes;
  if (most_time_) begin_ = clock_();
  if (stop_.stop_requested()) spent_ = true;
}

SearchBudget::SearchBudget(SearchBudget& helped, std::stop_token stop)
    : depth_(helped.depth_), stop_(std::move(stop)), helps_(&helped) {}

std::uint64_t SearchBudget::expected_nodes() const {
  if (helps_) return helps_->expected_nodes();
  if (is_by_depth_only()) return default_nodes;
  if (!most_time_) return most_nodes_;
  constexpr Time node_time = std::chrono::microseconds(1);
  const Time time = std::min(*share_, *most_time_);
  return std::min(most_nodes_, static_cast<std::uint64_t>(time / node_time));
}

void SearchBudget::share_clock(const Limits::Clocks& clocks, Side side) {
  const bool white = side == Side::white;
  const Time left = without_overhead(white ? clocks.white_time : clocks.black_time);
  const Time increment = white ? clocks.white_increment : clocks.black_increment;
  const int turns = std::max(clocks.turns_to_go.value_or(usual_turns_to_go), 1);
  const Time most = turns == 1 ? left : left / 2;
  const Time share = std::min(left / turns + increment * 3 / 4, most);
  shorten(share, std::min(most_shares * share, most));
}

void SearchBudget::shorten(Time share, Time most) {
  share_ = share_ ? std::min(*share_, share) : share;
  most_time_ = most_time_ ? std::min(*most_time_, most) : most;
}

void SearchBudget::check_clock() {
  if (stop_.stop_requested() || (most_time_ && spent_time() >= *most_time_)) spent_ = true;
  check_helpers();
}

void SearchBudget::check_helpers() {
  constexpr auto relaxed = std::memory_order_relaxed;
  published_nodes_.store(nodes_, relaxed);
  if (helps_) {
    helps_->helped_by_.fetch_add(nodes_between_checks, relaxed);
    const std::uint64_t all = helps_->published_nodes_.load(relaxed) + helps_->nodes_of_helpers();
    if (all >= helps_->most_nodes_) spent_ = true;
  } else if (const std::uint64_t others = nodes_of_helpers(); others > 0) {
    if (nodes_ + others >= most_nodes_) spent_ = true;
  }
}

}  // namespace schiri
