#pragma once

#include <optional>

#include "cli/line/command.h"
#include "cli/tournament/play.h"
#include "cli/tournament/scratch_copy.h"
#include "db/tournament/settings.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

/// Plays the missing games of a tournament with the threads, processors and files of the settings,
/// and prints the summary in this format, if there is one. `saver`, if there is one, copies the
/// games to their place, also after an error. Throws as play_tournament().
ExitStatus play_to_end(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                       const db::TournamentSettings& settings, std::optional<Format> format,
                       const StartPermission& permission, RunOptions options = {},
                       GameSaver* saver = nullptr);

/// Prints a note on standard error if a tune is complete except for the test of its values.
void note_missing_proof(const db::Store& store, const db::StoredEvent& event,
                        const TournamentConfig& config, ExitStatus status);

/// Adds the `--format` of the summary.
void add_summary_format(Command& command, Format& format);

}  // namespace schiri::cli
