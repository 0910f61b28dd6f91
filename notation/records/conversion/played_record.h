#pragma once

#include <string>
#include <string_view>

#include "core/match/play.h"
#include "core/rating/games/game_log.h"
#include "notation/game_types.h"
#include "notation/records/check/check.h"
#include "notation/records/record.h"

/// Converts records to the types of core: the start of a recorded game, the record of a game that
/// was played, and the result for ratings. Commands, tournaments and the database use it.
namespace schiri {

/// The start of a checked record: by its tags, otherwise by `defaults`, the options with which the
/// record was checked.
StartSpec start_of(const CheckedRecord& checked, const CheckOptions& defaults);

/// Adds missing tags Game, Variant and Roll from the options with which the record was checked, so
/// that it can be read without them.
void complete_tags(CheckedRecord& checked, const CheckOptions& defaults);

/// The roster tags of a game.
struct RosterTags {
  std::string event;
  std::string site;
  std::string date;  ///< YYYY.MM.DD
  std::string round;
  std::string white;
  std::string black;
};

/// The record of a game played by schiri, with its comments; without a termination it has no result
/// yet (`*`). `start.variant` may be empty.
Record played_record(const GameType& type, const RosterTags& occasion, const StartSpec& start,
                     const Game& game, const PlayedGame& played);

/// Adds the time controls of both players, in the form of BotSpec, as tags in PGN's form:
/// `TimeControl` if they are equal, otherwise one for each side, `-` without a clock.
void add_time_controls(Record& record, const std::string& white, const std::string& black);

/// The data of a valid record for ratings. The texts are valid as long as the record.
rating::FinishedGame finished_game(const CheckedRecord& checked);

/// Whether a record's `Termination` means that a player lost otherwise than on the board.
bool ended_by_failure(std::string_view termination);

}  // namespace schiri
