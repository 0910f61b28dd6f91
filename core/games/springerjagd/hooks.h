#pragma once

#include "core/games/springerjagd/evaluation.h"
#include "core/games/springerjagd/features.h"
#include "core/games/springerjagd/position.h"
#include "core/games/springerjagd/selection.h"
#include "core/hooks.h"

/// Springerjagd with all its hooks, for code that makes bots for it or a GameType: the compiler
/// must have seen every hook before it chooses between hooks and defaults.
namespace schiri::springerjagd {

static_assert(MatchesHooks<Position>);

}  // namespace schiri::springerjagd
