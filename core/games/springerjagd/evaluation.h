#pragma once

#include "core/games/springerjagd/features.h"
#include "core/games/springerjagd/position.h"
#include "core/games/springerjagd/selection.h"

namespace schiri::springerjagd {

/// Can the side to move capture the other's last knight? The game must not be over.
bool can_win_at_once(const Position& position);

/// Can the opponent capture the mover's last knight whatever is played? The game must not be over,
/// and the mover not able to win at once.
bool has_no_defence(const Position& position);

/// So many hundredths of a knight more mean chances of e : 1 to win.
constexpr int evaluation_scale(const Position&) { return 60; }

/// What a square that a knight can go to is worth, in hundredths of a knight.
inline constexpr int step_value = 5;

/// How well a position that is not over suits this side, in hundredths of a knight: knights, those
/// that can be captured at once, freedom of the knights, pairs to flee to.
int evaluate(const Position& position, Side side);

}  // namespace schiri::springerjagd
