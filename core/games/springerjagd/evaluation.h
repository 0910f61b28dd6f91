#pragma once

#include "core/games/springerjagd/features.h"
#include "core/games/springerjagd/position.h"
#include "core/games/springerjagd/selection.h"

namespace schiri::springerjagd {

/// Can the side to move capture the other's last knight? The game must not be over.
bool can_win_at_once(const Position& position);

/// Can the opponent capture the mover's last knight whatever is played? The game must not be over,
/// and the mover must not be able to win at once.
bool has_no_defence(const Position& position);

/// A lead of this many hundredths of a knight means odds of e : 1 to win.
constexpr int evaluation_scale(const Position&) { return 60; }

/// The value of a square that a knight can go to, in hundredths of a knight.
inline constexpr int step_value = 5;

/// The evaluation of a position that is not over for this side, in hundredths of a knight: knights,
/// attacked knights, mobility of the knights, pairs to flee to.
int evaluate(const Position& position, Side side);

}  // namespace schiri::springerjagd
