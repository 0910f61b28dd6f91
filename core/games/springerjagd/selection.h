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
/// There are about a thousand turns, but only about six knight's parts. The value of each pawn on
/// its square and on other squares is estimated once by evaluate(); the pawns' parts with the best
/// sum of these values are then examined, most of them after the best knight's parts. If the budget
/// of `value` is spent, returns the turns found so far, perhaps none.
std::vector<PromisingTurn<Position>> promising_turns(const Position& position, std::size_t most,
                                                     const PositionValue<Position>& value);

/// The number of turns for a search of `nodes` nodes.
constexpr std::size_t turn_width(const Position&, std::uint64_t nodes) {
  return grown_width(8, nodes);
}

}  // namespace schiri::springerjagd
