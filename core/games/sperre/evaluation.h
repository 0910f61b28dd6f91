#pragma once

#include "core/games/sperre/features.h"
#include "core/games/sperre/position.h"
#include "core/games/sperre/selection.h"
#include "core/games/sperre/threats.h"

namespace schiri::sperre {

/// How well a position that is not over suits this side, in hundredths of a stone beside its goal.
int evaluate(const Position& position, Side side);

/// What it is worth to `side`, which has just moved, that its own stones on some squares are locked
/// and that the opponent cannot move those on others whatever it tilts.
int worth_of_locks(const Position& position, Side side, Bits locked, Bits held);

}  // namespace schiri::sperre
