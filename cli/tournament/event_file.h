#pragma once

#include <string>

#include "cli/tournament/event_settings.h"

namespace schiri::cli {

/// Reads an event from a JSON object with the keys of the options (`opening-turns`, ...) and an
/// array `bots` of texts as for `--bot` or objects with the same keys, in which `bot` names a
/// built-in bot. `source` is named in messages. Throws InputError, also for unknown keys.
TournamentSettings parse_event(const std::string& text, const std::string& source);

/// Reads an event from a file, standard input for `-`. Throws InputError or std::system_error.
TournamentSettings read_event_file(const std::string& path);

/// A configuration as the same kind of JSON object, without what does not decide about games.
std::string event_json(const TournamentConfig& config);

}  // namespace schiri::cli
