#pragma once

#include "notation/game_types.h"

namespace schiri {

/// False for a custom game, of a plug-in. The engine in pages has only the built-in games.
bool is_built_in(const GameType& type);

}  // namespace schiri
