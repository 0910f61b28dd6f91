#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace schiri {

/// A clock that never goes back. Tests bring their own.
using Clock = std::function<std::chrono::nanoseconds()>;
/// The clock of the system.
std::chrono::nanoseconds monotonic_time();
/// The processor time of this thread.
std::chrono::nanoseconds thread_time();

/// A period of a time control: a time for a number of turns, or for the rest of the game, and an
/// increment after each of its turns.
struct TimePeriod {
  std::optional<int> turns;  ///< nullopt only in the last period
  std::chrono::nanoseconds time{};
  std::chrono::nanoseconds increment{};

  friend bool operator==(const TimePeriod&, const TimePeriod&) = default;
};

/// How much time a player has for its turns: `60+0.5` is a minute for all of them, and half a
/// second before each; `40/60+0.5` the same with another minute after every forty turns;
/// `40/5400+30,1800+30` another half hour once, after forty turns.
struct TimeControl {
  std::vector<TimePeriod> periods;  ///< at least one; the last one repeats if it has turns

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// Reads periods separated by commas: `TIME` or `TIME+SECONDS`, after `TURNS/` except perhaps in
/// the last one. The time is in seconds or in minutes and seconds (`1:30`). Seconds may have up to
/// nine decimals. Nullopt if the text is invalid or the time of a period is 0.
std::optional<TimeControl> parse_time_control(std::string_view text);
/// Reads the tag `TimeControl` of PGN: periods separated by colons, times in seconds.
std::optional<TimeControl> parse_time_control_tag(std::string_view text);
/// Why parse_time_control() rejects this text, and what it accepts: `expected ...`.
Message time_control_advice(std::string_view text);

/// The form of parse_time_control(), with times in seconds.
std::string time_control_text(const TimeControl& control);
/// The value of the tag `TimeControl` of PGN: `40/5400+30:1800+30`.
std::string time_control_tag(const TimeControl& control);

/// `0:04:59.500`: the time of a clock in hours, minutes and seconds; never negative.
std::string clock_time_text(std::chrono::nanoseconds time);
/// Reads this form; nullopt if the text is invalid.
std::optional<std::chrono::nanoseconds> parse_clock_time(std::string_view text);

/// One player's clock.
class PlayerClock {
 public:
  /// Starts with the time of the first period and its increment. Throws std::invalid_argument
  /// without a period.
  explicit PlayerClock(TimeControl control);

  /// The time left; negative after an overrun within the margin.
  std::chrono::nanoseconds left() const { return left_; }
  /// The increment after the next turn.
  std::chrono::nanoseconds increment() const { return period().increment; }
  /// The number of turns until the time of the next period is added.
  std::optional<int> turns_to_go() const;

  /// Sets the clock to a time, as after this many turns.
  void set(std::chrono::nanoseconds left, int turns) {
    left_ = left;
    turns_ = turns;
  }
  void set(std::chrono::nanoseconds left) { left_ = left; }

  /// Subtracts the time of a turn, adds the increment, and after the last turn of a period the time
  /// of the next. Returns false if the time ran out, that is if it is more than `margin` below
  /// zero.
  bool spend(std::chrono::nanoseconds time, std::chrono::nanoseconds margin);

 private:
  /// A place in the time control.
  struct Stage {
    std::size_t period;
    std::optional<int> turns_to_go;
  };
  Stage stage() const;
  const TimePeriod& period() const { return control_.periods[stage().period]; }

  TimeControl control_;
  std::chrono::nanoseconds left_;
  int turns_ = 0;
};

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
