#pragma once

#include <ostream>

#include "cli/line/command.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"
#include "notation/text/table.h"

/// The results of a tournament, for users, scripts and continuous integration: standing, cross
/// table, sequential test, tuned values, JUnit. Used after a tournament and by `schiri tournament
/// show`; reads the database, never changes it.
namespace schiri::cli {

/// Prints the results of a tournament from its stored games: winner, match block or standing,
/// White's advantage, endings if they are wanted, repeated games, and the verdict of a rule that
/// may end it early. The same games give the same text. Warnings go to `notes`. `format`: `text`;
/// `json`, a line for each player as in `schiri ratings` and one for a sequential test; or
/// `markdown`, verdict and standing for a comment on a change. Returns `SprtVerdict::status` if
/// there is a sequential test, otherwise `done`.
ExitStatus print_summary(std::ostream& out, std::ostream& notes, const db::Store& store,
                         const db::StoredTournament& event, const Contest& contest,
                         Format format = Format::text, bool with_endings = false);

}  // namespace schiri::cli
