#pragma once

#include "core/games/sperre/features.h"
#include "core/games/sperre/position.h"

namespace schiri::sperre {

/// Has the side to move a turn that wins, whatever the tilt?
bool can_win_at_once(const Position& position);

/// How well a position that is not over suits this side, in hundredths of a stone beside its goal.
int evaluate(const Position& position, Side side);

}  // namespace schiri::sperre
