#pragma once

#include "core/games/more_or_less/evaluation.h"
#include "core/games/more_or_less/features.h"
#include "core/games/more_or_less/perft.h"
#include "core/games/more_or_less/position.h"
#include "core/hooks.h"

/// More or Less with all its hooks, for code that makes bots for it or a GameType: the compiler
/// must have seen every hook before it chooses between hooks and defaults.
namespace schiri::more_or_less {

static_assert(MatchesHooks<Position>);

}  // namespace schiri::more_or_less
