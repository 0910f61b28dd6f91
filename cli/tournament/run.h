#pragma once

#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/tournament/open_tournament.h"
#include "cli/tournament/tournament_options.h"

namespace schiri::cli {

/// How a tournament is to be played and reported, apart from its settings.
struct RunRequest {
  bool resume = false;  ///< a tournament that exists is resumed; otherwise it is refused
  PartOptions part = {};
  Format format = Format::text;  ///< of the summary
  bool no_db = false;            ///< games are stored only until the end
  bool is_step = false;          ///< of a command that uses the result
  /// As in RecordFileOptions.
  std::vector<std::string> record_events = {};
};

/// Plays a tournament to its end, stores it and prints its summary.
ExitStatus run_tournament(TournamentOptions options, const RunRequest& request);

/// The first of `tournament.db`, `tournament-2.db`, ... that does not exist in the working folder.
std::string unused_database();

/// Adds `--after FILE`, for a part of a tournament whose games depend on results.
void add_after(Command& command, PartOptions& part);

}  // namespace schiri::cli
