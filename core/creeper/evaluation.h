#pragma once

#include "core/creeper/position.h"

namespace schiri::creeper {

/// The fewest octagons that this side has still to claim to join its bases, 0 for a finished chain
/// and at most 9; where pawns stand is not looked at.
int missing_discs(const Position& position, Side side);

/// How well a position that is not over suits this side, in hundredths of a pawn.
int evaluate(const Position& position, Side side);

}  // namespace schiri::creeper
