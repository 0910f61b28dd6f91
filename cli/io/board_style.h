#pragma once

#include <string>

#include "core/match/any_game.h"

namespace schiri::cli {

/// May colours be written to standard output? Only to a terminal, and not where NO_COLOR is set.
bool colour_on_output();

/// How boards are drawn on standard output.
BoardStyle board_style();

/// One line under a board: `White to move`, or how the game has ended.
std::string state_sentence(const Game& game);

}  // namespace schiri::cli
