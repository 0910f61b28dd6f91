#pragma once

#include "core/games/creeper/evaluation.h"
#include "core/games/creeper/features.h"
#include "core/games/creeper/perft.h"
#include "core/games/creeper/position.h"
#include "core/hooks.h"

/// Creeper with all its hooks, for code that makes bots for it or a GameType: the compiler must
/// have seen every hook before it chooses between hooks and defaults.
namespace schiri::creeper {

static_assert(MatchesHooks<Position>);

}  // namespace schiri::creeper
