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
/// How long this thread has had a processor.
std::chrono::nanoseconds thread_time();

/// How much time a player has for its turns: `60+0.5` is a minute for all of them and half a second
/// added after each, `40/60+0.5` the same with another minute after every forty turns.
struct TimeControl {
  std::optional<int> turns;  ///< after which the time is added again
  std::chrono::nanoseconds time{};
  std::chrono::nanoseconds increment{};

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// Reads `SECONDS`, `SECONDS+SECONDS`, each perhaps with `TURNS/` before it; seconds may have up to
/// nine decimals. Nothing if the text is none, or is no time at all.
std::optional<TimeControl> parse_time_control(std::string_view text);

/// `0:04:59.500`: what a clock shows, in hours, minutes and seconds; never below zero.
std::string clock_time_text(std::chrono::nanoseconds time);
/// Reads the same; nothing if the text is none.
std::optional<std::chrono::nanoseconds> parse_clock_time(std::string_view text);

/// One player's clock.
class PlayerClock {
 public:
  /// Begins with the time, or where there is none with the increment.
  explicit PlayerClock(const TimeControl& control)
      : control_(control), left_(control.time.count() > 0 ? control.time : control.increment) {}

  /// The time left; negative if the margin has forgiven an overrun.
  std::chrono::nanoseconds left() const { return left_; }
  std::chrono::nanoseconds increment() const { return control_.increment; }
  /// How many turns until it gets its time again.
  std::optional<int> turns_to_go() const;

  /// Makes it show another time, as after this many turns.
  void set(std::chrono::nanoseconds left, int turns) {
    left_ = left;
    turns_ = turns;
  }
  void set(std::chrono::nanoseconds left) { left_ = left; }

  /// Takes off what a turn took and adds what the turn earns. Returns false if the time ran out,
  /// which it does when it falls more than `margin` below nothing.
  bool spend(std::chrono::nanoseconds time, std::chrono::nanoseconds margin);

 private:
  TimeControl control_;
  std::chrono::nanoseconds left_;
  int turns_ = 0;
};

}  // namespace schiri
