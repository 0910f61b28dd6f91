#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace schiri {

/// A histogram of answer times in steps of less than 1 %, so that millions of them take little
/// memory and percentiles are exact within that.
class AnswerTimes {
 public:
  void add(std::chrono::nanoseconds time);

  std::uint64_t count() const { return count_; }
  std::chrono::nanoseconds longest() const { return longest_; }
  std::chrono::nanoseconds total() const { return total_; }
  /// The quantile for a share from 0 to 1: the longest time within its step.
  std::chrono::nanoseconds percentile(double share) const;

 private:
  struct Step {
    std::uint64_t count = 0;
    std::chrono::nanoseconds longest{};
  };

  std::vector<Step> steps_;  // ascending; only used steps
  std::uint64_t count_ = 0;
  std::chrono::nanoseconds longest_{};
  std::chrono::nanoseconds total_{};
};

}  // namespace schiri
