#pragma once

#include <functional>

#include "notation/game_types.h"
#include "notation/records/pgn/reader.h"

namespace schiri {

/// Reads games as the server softserve returns them for `/game/data`, one JSON object each:
/// `event`, `players`, `initial_state`, `states`, `actions`, `start_timestamp`, `end_timestamp`,
/// `result` (a player, `draw` or `ongoing`) and `forfeit` (a player or `none`). States and actions
/// are in the game's foreign notation, which the game must have. `players`, `actions` and `result`
/// are required. States, if there are any, must be those that the actions lead to.
///
/// A player who exceeded the time is in the tag `Forfeit`. The game was played on, and its result
/// is that of the board.
void read_game_data(ByteSource& source, const GameType& type, const ReadOptions& options,
                    const std::function<bool(CheckedRecord&)>& sink);

}  // namespace schiri
