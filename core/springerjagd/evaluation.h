#pragma once

#include "core/springerjagd/position.h"

namespace schiri::springerjagd {

/// How well a position that is not over suits this side, in hundredths of a knight: knights, those
/// that can be captured at once, freedom of the knights, pairs to flee to.
int evaluate(const Position& position, Side side);

}  // namespace schiri::springerjagd
