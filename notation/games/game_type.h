#pragma once

#include "notation/game_types.h"

/// The notations of the built-in games, a folder each, and the table of games. These functions
/// return the entries of the table; each game defines its own in game_type.cpp.
namespace schiri {

namespace creeper {
const GameType& game_type();
}
namespace more_or_less {
const GameType& game_type();
}
namespace sperre {
const GameType& game_type();
}
namespace springerjagd {
const GameType& game_type();
}

}  // namespace schiri
