#pragma once

#include "core/games/creeper/features.h"
#include "core/games/creeper/position.h"

namespace schiri::creeper {

/// The least number of octagons that this side still has to claim to join its bases, 0 for a
/// finished chain and at most 9; pawns are ignored.
int missing_discs(const Position& position, Side side);

/// The octagons that pawns of this side could jump over if it were to move.
Bits claimable(const Position& position, Side side);

/// Can the side to move complete a chain with one turn? The game must not be over.
bool can_win_at_once(const Position& position);

/// A lead of this many hundredths of a pawn means odds of e : 1 to win.
constexpr int evaluation_scale(const Position&) { return 287; }

/// The evaluation of a position that is not over for this side, in hundredths of a pawn: pawns and
/// their squares, the shortest ways between the bases and the pawns near them.
int evaluate(const Position& position, Side side);

}  // namespace schiri::creeper
