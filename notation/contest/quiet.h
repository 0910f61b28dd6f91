#pragma once

#include "notation/game_types.h"

namespace schiri {

/// Does the evaluation of a position stay when it is searched a turn deeper? Two searches of
/// `alphabeta`, one and two turns deep, see no forced end, and what they see differs by at most
/// `margin` in the chance to win, in shares of 1. The game must not be over.
bool is_quiet(const GameType& type, const Game& game, double margin);

}  // namespace schiri
