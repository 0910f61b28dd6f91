#pragma once

#include "notation/game_types.h"

namespace schiri::more_or_less {

/// The game's entry in the table of games.
const GameType& game_type();

}  // namespace schiri::more_or_less
