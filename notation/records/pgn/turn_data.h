#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/player.h"
#include "notation/records/record.h"

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

/// The comments after each turn of a record, without those in variations; several are joined by
/// spaces.
std::vector<std::string> comments_of(const Record& record);
/// The time of all turns together, in seconds; nullopt if no comment has one.
std::optional<double> thinking_time(const Record& record);

}  // namespace schiri
