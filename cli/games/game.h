#pragma once

#include "cli/line/command.h"

/// Commands on games and positions without records (`games`, `rules`, `turns`, `perft`, `position`,
/// `board`, `game check`), and turns given by `--play`. `records/` and `bots/` use the
/// turns; uses input/, line/, print/.
namespace schiri::cli {

/// `game check`: validates a custom game.
void add_game_commands(Command& app);

}  // namespace schiri::cli
