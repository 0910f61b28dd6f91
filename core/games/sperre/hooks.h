#pragma once

#include "core/games/sperre/evaluation.h"
#include "core/games/sperre/features.h"
#include "core/games/sperre/position.h"
#include "core/games/sperre/selection.h"
#include "core/games/sperre/threats.h"
#include "core/hooks.h"

/// Sperre with all its hooks, for code that makes bots for it or a GameType: the compiler must have
/// seen every hook before it chooses between hooks and defaults.
namespace schiri::sperre {

static_assert(MatchesHooks<Position>);

}  // namespace schiri::sperre
