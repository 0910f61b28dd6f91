#pragma once

#include "core/games/creeper/position.h"

namespace schiri::creeper {

/// The octagons of a shortest chain that joins the bases of this side, bases included; always the
/// same one, empty if there is no chain.
Bits shortest_chain_of(const Position& position, Side side);

}  // namespace schiri::creeper
