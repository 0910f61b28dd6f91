#pragma once

#include <ostream>
#include <string>

#include "cli/line/command.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// Prints what an event has come to, all of it from its stored games: who has won, the cross table,
/// what the first move was worth, how games ended, how many repeat others, and what a rule says
/// that may end it early. The same games give the same text. Warnings go to `notes`.
/// `format`: `text`; `json` for a line for each player, as `schiri ratings` has them, and one for a
/// sequential test; or `markdown`, verdict and standing for a comment on a change. Returns what
/// such a test has come to, see `SprtVerdict::status`, else `done`.
ExitStatus print_summary(std::ostream& out, std::ostream& notes, const db::Store& store,
                         const db::StoredEvent& event, const Contest& contest,
                         const std::string& format = "text");

}  // namespace schiri::cli
