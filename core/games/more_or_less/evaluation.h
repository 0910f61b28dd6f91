#pragma once

#include "core/games/more_or_less/features.h"
#include "core/games/more_or_less/position.h"

namespace schiri::more_or_less {

/// The number of possible hops, counted from the points at which they start: a measure of the range
/// of any stone that gets there.
int count_hops(const Position& position);

/// The advantage that means odds of e : 1 to win.
constexpr int evaluation_scale(const Position&) { return 200; }

/// The evaluation of a position that is not over for this side, in hundredths of a stone by which
/// it has fewer than the other. Zero-sum.
int evaluate(const Position& position, Side side);

}  // namespace schiri::more_or_less
