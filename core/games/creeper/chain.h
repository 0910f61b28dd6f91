#pragma once

#include "core/games/creeper/position.h"

namespace schiri::creeper {

/// The octagons of a shortest chain that joins the bases of this side, bases included, the same one
/// each time; none if there is no chain.
Bits shortest_chain_of(const Position& position, Side side);

}  // namespace schiri::creeper
