#pragma once

#include <optional>
#include <string_view>

namespace schiri {

/// The seconds that a turn took, where the comment after it says so: a bot's (`+0.34/6 0.120s`), or
/// `[%emt 0:00:05]` as programs for chess write it.
std::optional<double> time_taken(std::string_view comment);

/// The seconds left on the player's clock, where the comment says so: `[%clk 0:04:55]`.
std::optional<double> time_left(std::string_view comment);

}  // namespace schiri
