#pragma once

#include "cli/line/command.h"
#include "cli/tournament/tournament_options.h"

namespace schiri::cli {

/// Is the summary printed at the end?
enum class FinalSummary { printed, omitted };

/// Plays a tournament to its end as a step of another command, stores it and prints its summary. A
/// tournament that exists is resumed if `resume` is set, refused otherwise.
ExitStatus run_tournament(TournamentOptions options, bool resume,
                          FinalSummary summary = FinalSummary::printed);

}  // namespace schiri::cli
