#pragma once

#include "cli/line/command.h"

/// The command `schiri study`, which finds out what a game is worth: the plan of its games, their
/// measurement and the tables. Its games are a tournament of the system `ladder`, which
/// cli/tournament plays; its figures are those of notation/analysis/study.h.
namespace schiri::cli {

void add_study(Command& app);

}  // namespace schiri::cli
