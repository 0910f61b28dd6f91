#pragma once

#include <string>
#include <vector>

#include "cli/line/command.h"

namespace schiri::cli {

/// `game check`: for those who make a game of their own.
void add_game_commands(Command& app, ExitStatus& status);

/// Loads the games of plug-ins: those that the environment names in SCHIRI_PLUGINS, with `:`
/// between, and those that stand in front of the command as `--plugin FILE`. Programs that are
/// started from here find them in their environment. Throws PluginError.
void load_named_games(const std::vector<std::string>& words);

}  // namespace schiri::cli
