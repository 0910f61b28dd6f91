#include "core/match/answer_times.h"

#include <algorithm>
#include <bit>

namespace schiri {

namespace {

/// Each doubling is divided into this many steps of equal length.
constexpr unsigned steps = 128;

std::size_t step_of(std::chrono::nanoseconds time) {
  const auto nanoseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
  if (nanoseconds < steps) return nanoseconds;
  const auto doublings = static_cast<int>(std::bit_width(nanoseconds) - std::bit_width(steps));
  return static_cast<std::size_t>(doublings) * steps + (nanoseconds >> doublings);
}

}  // namespace

void AnswerTimes::add(std::chrono::nanoseconds time) {
  const std::size_t number = step_of(time);
  if (number >= steps_.size()) steps_.resize(number + 1);
  Step& step = steps_[number];
  ++step.count;
  step.longest = std::max(step.longest, time);
  ++count_;
  total_ += time;
  longest_ = std::max(longest_, time);
}

std::chrono::nanoseconds AnswerTimes::percentile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  double seen = 0;
  for (const Step& step : steps_) {
    seen += static_cast<double>(step.count);
    if (seen >= wanted && seen > 0) return step.longest;
  }
  return longest_;
}

}  // namespace schiri
