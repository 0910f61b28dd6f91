#pragma once

#include "core/games/more_or_less/features.h"
#include "core/games/more_or_less/position.h"

namespace schiri::more_or_less {

/// How many hops are possible in a position, counted from the points they would start from: a
/// measure of how far any stone that comes there gets.
int count_hops(const Position& position);

/// The advantage that means odds of e : 1 to win.
constexpr int evaluation_scale(const Position&) { return 200; }

/// How well a position that is not over suits this side, in hundredths of a stone by which it has
/// fewer than the other. What is good for one side is as bad for the other.
int evaluate(const Position& position, Side side);

}  // namespace schiri::more_or_less
