#pragma once

#include <string>

#include "core/match/play.h"
#include "notation/game_types.h"
#include "notation/records/record.h"

namespace schiri {

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

}  // namespace schiri
