#pragma once

#include "notation/game_types.h"

/// The built-in games as text, a folder each, and the table of games. Here are their entries in the
/// table, which each game defines in its game_type.cpp.
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
