#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace schiri {

/// How long answers took, counted in steps of an eighth of a doubling, so that millions of them
/// take no memory and a percentile is right within 9 %.
class AnswerTimes {
 public:
  void add(std::chrono::nanoseconds time);

  std::uint64_t count() const { return count_; }
  std::chrono::nanoseconds longest() const { return longest_; }
  std::chrono::nanoseconds total() const { return total_; }
  /// The time that this share of all answers, from 0 to 1, did not exceed; nothing was longer.
  std::chrono::nanoseconds percentile(double share) const;

 private:
  static constexpr int steps = 8;
  static std::size_t step_of(std::chrono::nanoseconds time);

  std::array<std::uint64_t, 64 * steps> counts_{};
  std::uint64_t count_ = 0;
  std::chrono::nanoseconds longest_{};
  std::chrono::nanoseconds total_{};
};

}  // namespace schiri
