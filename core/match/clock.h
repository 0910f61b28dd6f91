#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace schiri {

/// A clock that never goes back. Tests bring their own.
using Clock = std::function<std::chrono::nanoseconds()>;
/// The clock of the system.
std::chrono::nanoseconds monotonic_time();
/// The processor time of this thread.
std::chrono::nanoseconds thread_time();

/// How much time a player has for its turns: `60+0.5` is a minute for all of them and half a second
/// added after each, `40/60+0.5` the same with another minute after every forty turns.
struct TimeControl {
  std::optional<int> turns;  ///< after which the time is added again
  std::chrono::nanoseconds time{};
  std::chrono::nanoseconds increment{};

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// Reads `TIME`, `TIME+SECONDS`, each optionally after `TURNS/`; the time is in seconds or in
/// minutes and seconds (`1:30`). Seconds may have up to nine decimals. Nullopt if the text is
/// invalid or the time is 0.
std::optional<TimeControl> parse_time_control(std::string_view text);

/// `0:04:59.500`: the time of a clock in hours, minutes and seconds; never negative.
std::string clock_time_text(std::chrono::nanoseconds time);
/// Reads this form; nullopt if the text is invalid.
std::optional<std::chrono::nanoseconds> parse_clock_time(std::string_view text);

/// One player's clock.
class PlayerClock {
 public:
  /// Starts with the time, or with the increment if the time is 0.
  explicit PlayerClock(const TimeControl& control)
      : control_(control), left_(control.time.count() > 0 ? control.time : control.increment) {}

  /// The time left; negative after an overrun within the margin.
  std::chrono::nanoseconds left() const { return left_; }
  std::chrono::nanoseconds increment() const { return control_.increment; }
  /// The number of turns until the time is added again.
  std::optional<int> turns_to_go() const;

  /// Sets the clock to a time, as after this many turns.
  void set(std::chrono::nanoseconds left, int turns) {
    left_ = left;
    turns_ = turns;
  }
  void set(std::chrono::nanoseconds left) { left_ = left; }

  /// Subtracts the time of a turn and adds the increment. Returns false if the time ran out, that
  /// is if it is more than `margin` below zero.
  bool spend(std::chrono::nanoseconds time, std::chrono::nanoseconds margin);

 private:
  TimeControl control_;
  std::chrono::nanoseconds left_;
  int turns_ = 0;
};

}  // namespace schiri
