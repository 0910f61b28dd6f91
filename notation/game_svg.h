#pragma once

#include <string>
#include <string_view>

#include "notation/game_types.h"

namespace schiri {

/// One line under a board: `White to move`, or how the game has ended.
std::string state_sentence(const Game& game);

/// The game's position as an SVG document, the last turn marked. `title`: what it shows.
std::string draw_svg(const GameType& type, std::string_view variant, const Game& game,
                     std::string_view title, const DiagramStyle& style);
/// The same with a title of its own: the game, and its last turn.
std::string draw_svg(const GameType& type, std::string_view variant, const Game& game,
                     const DiagramStyle& style);

}  // namespace schiri
