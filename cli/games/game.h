#pragma once

#include <string>
#include <vector>

#include "cli/line/command.h"

/// Commands on games and positions without records (`games`, `rules`, `turns`, `perft`, `position`,
/// `board`, `game check`), plug-ins, and turns given by `--play`. `records/` and `bots/` use the
/// turns; uses input/, line/, print/.
namespace schiri::cli {

/// `game check`: validates a custom game.
void add_game_commands(Command& app);

/// Loads plug-ins: the files in the environment variable SCHIRI_PLUGINS, with `:` between, and
/// those given before the command as `--plugin FILE`. Adds the latter to the variable, for programs
/// that are started from here. Throws PluginError.
void load_plugins(const std::vector<std::string>& words);

}  // namespace schiri::cli
