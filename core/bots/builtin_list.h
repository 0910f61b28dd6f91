#pragma once

#include <tuple>

#include "core/bots/alphabeta.h"
#include "core/bots/greedy.h"
#include "core/bots/mcts.h"
#include "core/bots/random_bot.h"
#include "core/bots/uct.h"

/// The built-in bots, as templates on a position: their searches, time management and threads, and
/// the list of them (here). Used by notation/typed, which makes players of them. They use
/// GamePosition, hooks (core/hooks.h), core/learning for networks, and core/match for limits.
namespace schiri {

/// The one list of built-in bots, weakest first. An entry has a `name`, its `options`, and
/// `make<P>(BotOptionValues)`, which returns a bot for positions `P`: an object with `new_game()`
/// and `choose(Situation<P>)`.
using BuiltinList = std::tuple<RandomEntry, UctEntry, GreedyEntry, MctsEntry, AlphaBetaEntry>;

}  // namespace schiri
