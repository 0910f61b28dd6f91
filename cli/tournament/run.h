#pragma once

#include "cli/line/command.h"
#include "cli/tournament/tournament_options.h"

namespace schiri::cli {

/// Whether the summary is printed at the end.
enum class FinalSummary { printed, omitted };

/// Plays a tournament to its end as a step of another command, stores it and prints its summary. A
/// tournament that is stored already is continued if `resume` is set, refused otherwise.
ExitStatus run_tournament(TournamentOptions options, bool resume,
                          FinalSummary summary = FinalSummary::printed);

}  // namespace schiri::cli
