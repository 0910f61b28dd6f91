#pragma once

#include <string>

#include "db/tournament/settings.h"

namespace schiri::db {

/// Reads settings from a JSON object with the keys of the options (`opening-turns`, ...) and an
/// array `bots` of texts as for `--bot` or objects with the same keys, in which `bot` names a
/// built-in bot. Messages name `source`. Throws InputError, also for unknown keys.
TournamentSettings parse_settings(const std::string& text, const std::string& source);

/// Reads settings from a file, standard input for `-`. Throws InputError or std::system_error.
TournamentSettings read_tournament_file(const std::string& path);

/// A configuration as such a JSON object, without settings that affect no game.
std::string config_json(const TournamentConfig& config);

}  // namespace schiri::db
