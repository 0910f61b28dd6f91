#pragma once

#include <string>
#include <string_view>

#include "notation/board/diagram.h"
#include "notation/game_types.h"

namespace schiri {

/// The caption of a board: `White to move`, or how the game has ended.
Message state_sentence(const Game& game);

/// The game's position as an SVG document with this title, the last turn marked.
std::string draw_svg(const GameType& type, std::string_view variant, const Game& game,
                     std::string_view title, const DiagramStyle& style);
/// draw_svg() titled by the game and its last turn.
std::string draw_svg(const GameType& type, std::string_view variant, const Game& game,
                     const DiagramStyle& style);

}  // namespace schiri
