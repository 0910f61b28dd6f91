#pragma once

#include "notation/game_types.h"

namespace schiri {

/// After how many turns a game of an event is a draw unless the event sets a limit: enough for 98
/// of 100 games that come to an end at all, as the built-in bots play them.
int most_turns(const GameType& type);

}  // namespace schiri
