#pragma once

#include "core/rating/games/game_log.h"
#include "notation/records/check/checked_record.h"

namespace schiri {

/// The data of a valid record for ratings. The texts are valid as long as the record.
rating::FinishedGame finished_game(const CheckedRecord& checked);

/// Whether a record's `Termination` means that a player lost otherwise than on the board.
bool ended_by_failure(std::string_view termination);

}  // namespace schiri
