#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/message.h"
#include "core/match/bot_spec.h"
#include "core/match/clock.h"
#include "core/match/limits.h"

namespace schiri {

/// The limits of a player in a game.
struct Terms {
  Limits limits;  ///< of each turn, without clocks
  std::optional<TimeControl> clock;
  std::string clock_text;              ///< as written, `60+0.5`
  std::chrono::milliseconds margin{};  ///< the tolerated overrun
};

/// The default margin for late answers: the time that an operating system needs to wake either
/// program on a busy machine.
inline constexpr std::chrono::milliseconds default_margin{100};
/// How long an answer that is too late to count is awaited, to report how late it came.
inline constexpr std::chrono::milliseconds late_patience{500};
/// How long a program may think about a turn without a limit.
inline constexpr std::chrono::milliseconds default_move_time{1000};
/// The default time that a program may be silent while no clock runs.
inline constexpr std::chrono::milliseconds default_watchdog{30000};

/// The terms that a bot's description sets.
Terms terms_of(const BotSpec& spec);

/// Terms with time and nodes divided by this number, at least 1: at least 1 ms, of time or
/// increment, and one node remain. Does nothing to a depth.
Terms divided(Terms terms, double odds);
/// Does a clock or a time for each turn limit the player?
bool is_timed(const Terms& terms);
/// Have terms a time or nodes, which odds can divide?
bool is_divisible(const Terms& terms);

/// The message for a player that took too long: `did not answer within 1000 ms (margin 100 ms)`.
Message overtime_text(const Terms& terms);
/// The message for an answer that came this long after its time, without the margin: `did not
/// answer within 1000 ms (margin 100 ms); the answer came 137 ms too late`.
Message late_text(const Terms& terms, std::chrono::nanoseconds late);
/// The text without that measured time.
std::string without_lateness(std::string_view text);
/// The message for a late answer that is not the player's fault: `the referee itself was stopped
/// for 3.2 s`.
Message descheduled_text(std::chrono::nanoseconds time);
/// The message for a turn without a time limit: `did not answer within 30 s, when no clock ran`.
Message watchdog_text(std::chrono::milliseconds watchdog);

}  // namespace schiri
