#pragma once

#include <optional>
#include <string_view>

#include "core/match/player.h"

/// What the comment after a turn reports about it: a bot's (`+0.34/6 0.120s`, turn_comment.h), or
/// commands of chess programs (`[%clk 0:04:55]`, `[%emt 5.2]`, `[%eval 0.35]`), anywhere in the
/// comment. Used for statistics, reports and training data.
namespace schiri {

/// The seconds of a turn: of a bot, or `[%emt 0:00:05]`.
std::optional<double> time_taken(std::string_view comment);

/// The seconds left on the player's clock: of a bot (`+0.34/6 0.120s, left 53.200s`), or
/// `[%clk 0:04:55]`.
std::optional<double> time_left(std::string_view comment);

/// The score of `[%eval 0.35]`, or `[%eval #-3]` for a loss in three turns, from White's side.
std::optional<Score> score_for_white(std::string_view comment);

}  // namespace schiri
