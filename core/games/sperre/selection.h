#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/games/sperre/position.h"
#include "core/promising_turn.h"

namespace schiri::sperre {

/// The turns that a search should examine, the most promising first, at most about `most` (more if
/// a win of the opponent has to be prevented).
///
/// Every tilt, move and choice of stones to displace is weighed, but stones are displaced only to
/// the squares of least value (StoneValues::dumps) or, if that makes a threat harder to meet, to
/// those from which they cannot defend (aside_squares). Turns after which the opponent could win at
/// once are left out if there are others; those that win, or leave no defence against a win, come
/// first. No position is evaluated for it.
std::vector<PromisingTurn<Position>> promising_turns(const Position& position, std::size_t most,
                                                     const PositionValue<Position>&);

/// The number of turns for a search of `nodes` nodes.
constexpr std::size_t turn_width(const Position&, std::uint64_t nodes) {
  return grown_width(6, nodes);
}

}  // namespace schiri::sperre
