#pragma once

#include <memory>

#include "core/match/bot_spec.h"
#include "core/match/player.h"

namespace schiri {

/// A built-in bot that plays any game through the interface Game: `random`, or `uct` (Kocsis and
/// Szepesvari 2006) with random playouts, whose nodes are playouts. Of turns that it has found
/// equally good, uct takes one at random. Throws BotSpecError for other names and for options,
/// which they have none.
std::unique_ptr<Player> make_game_bot(const BotSpec& spec);

}  // namespace schiri
