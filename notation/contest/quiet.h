#pragma once

#include "notation/game_types.h"

namespace schiri {

/// Is the evaluation of a position stable when it is searched a turn deeper? Two searches of
/// `alphabeta`, one and two turns deep, must find no forced end, and their chances to win must
/// differ by at most `margin`, in shares of 1. The game must not be over.
bool is_quiet(const GameType& type, const Game& game, double margin);

}  // namespace schiri
