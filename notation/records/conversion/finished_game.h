#pragma once

#include "core/rating/games/game_log.h"
#include "notation/records/check/checked_record.h"

namespace schiri {

/// What ratings see of a valid record. The texts live as long as the record.
rating::FinishedGame finished_game(const CheckedRecord& checked);

/// Does a record's `Termination` say that a player lost by something other than the game?
bool ended_by_failure(std::string_view termination);

}  // namespace schiri
