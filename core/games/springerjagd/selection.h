#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/games/springerjagd/position.h"
#include "core/promising_turn.h"

namespace schiri::springerjagd {

/// The turns that a search should examine, at most `most`: the best one found for each knight's
/// part of a turn, the most valuable first, then others. Turns after which the opponent wins at
/// once are only among them if there are no others. The position must not be over.
///
/// There are about a thousand turns, but only some six knight's parts. What each pawn is worth
/// where it stands, and would be worth elsewhere, is weighed once by evaluate(); the pawns' parts
/// that seem best by the sum of these worths are then looked at, most closely after the best
/// knight's parts. Where `value` has no more time, what was found so far; that may be nothing.
std::vector<PromisingTurn<Position>> promising_turns(const Position& position, std::size_t most,
                                                     const PositionValue<Position>& value);

/// The number of turns for a search of so many nodes.
constexpr std::size_t turn_width(const Position&, std::uint64_t nodes) {
  return grown_width(8, nodes);
}

}  // namespace schiri::springerjagd
