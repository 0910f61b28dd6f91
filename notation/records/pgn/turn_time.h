#pragma once

#include <optional>
#include <string_view>

namespace schiri {

/// The seconds of a turn from the comment after it: a bot's (`+0.34/6 0.120s`), or `[%emt 0:00:05]`
/// of chess programs.
std::optional<double> time_taken(std::string_view comment);

/// The seconds left on the player's clock from the comment: of a bot (`+0.34/6 0.120s, left
/// 53.200s`), or `[%clk 0:04:55]`.
std::optional<double> time_left(std::string_view comment);

}  // namespace schiri
