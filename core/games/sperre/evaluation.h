#pragma once

#include "core/games/sperre/features.h"
#include "core/games/sperre/position.h"
#include "core/games/sperre/selection.h"
#include "core/games/sperre/threats.h"

namespace schiri::sperre {

/// The evaluation of a position that is not over for this side, in hundredths of a stone beside its
/// goal.
int evaluate(const Position& position, Side side);

/// The value for `side`, which has just moved, of its own locked stones and of the opponent's
/// stones that no tilt can unlock.
int worth_of_locks(const Position& position, Side side, Bits locked, Bits held);

}  // namespace schiri::sperre
