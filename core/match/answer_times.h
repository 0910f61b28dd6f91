#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace schiri {

/// How long answers took, counted in steps of less than 1 %, so that millions of them take little
/// memory and a percentile is right within that.
class AnswerTimes {
 public:
  void add(std::chrono::nanoseconds time);

  std::uint64_t count() const { return count_; }
  std::chrono::nanoseconds longest() const { return longest_; }
  std::chrono::nanoseconds total() const { return total_; }
  /// The time that this share of all answers, from 0 to 1, did not exceed: that of one of them,
  /// the longest of its step.
  std::chrono::nanoseconds percentile(double share) const;

 private:
  struct Step {
    std::uint64_t count = 0;
    std::chrono::nanoseconds longest{};
  };

  std::vector<Step> steps_;  // ascending, as far as they are used
  std::uint64_t count_ = 0;
  std::chrono::nanoseconds longest_{};
  std::chrono::nanoseconds total_{};
};

}  // namespace schiri
