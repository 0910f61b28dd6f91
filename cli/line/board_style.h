#pragma once

#include "core/match/game.h"

namespace schiri::cli {

/// May colours be written to standard output? Only to a terminal, and not where NO_COLOR is set.
bool colour_on_output();

/// How boards are drawn on standard output.
BoardStyle board_style();

}  // namespace schiri::cli
