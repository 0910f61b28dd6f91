#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/tournament/baseline.h"
#include "cli/tournament/event_settings.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// An event as it is described by options, a file, or both.
struct TournamentOptions {
  TournamentSettings settings;
  std::string event_file;
  std::vector<std::string> bots;
  BaselineOptions against;
  CommandTrust trust = {};
  Baseline baseline = {};          ///< what it says, once complete
  bool has_default_limit = false;  ///< of turns, as nobody names one
  std::string go_on = {};          ///< how to go on after an interruption; empty: `resume_command`

  /// Puts bots, file and baseline into the settings, and the limit of turns that the game has in
  /// events.
  void complete();
  /// Leave to start the event's programs, asked for where those of the baseline are not the user's.
  /// Throws InputError.
  StartPermission permission();

 private:
  void take_baseline();
};

/// Adds the options that decide which games an event has, and the file's name.
void add_event_options(Command& command, TournamentOptions& options);

/// Refuses an event whose end depends on all its results, so that its games cannot be shared out;
/// `what` begins the message.
void require_shareable(const TournamentConfig& config, const std::string& what);

/// The event that is meant: by its name, or the only one, or the only one that is not finished.
/// `option` is what names one. Throws InputError.
db::StoredEvent choose_event(const db::Store& store, const std::optional<std::string>& name,
                             const std::string& option = "--event");

/// Where a later round is paired by results it cannot be left out for want of an opening. Throws
/// ContestError.
void require_openings(const Contest& contest);

/// Whether the standing is shown at the end.
enum class FinalStanding { shown, none };

/// Plays an event to its end, stores it and shows where it stands. One that is there already is
/// refused, unless it is to be gone on with.
ExitStatus run_event(TournamentOptions options, bool resume,
                     FinalStanding standing = FinalStanding::shown);

// The parts of `schiri tournament`, each added to it.
void add_tournament_submit(Command& tournament, ExitStatus& status);
void add_tournament_status(Command& tournament, ExitStatus& status);
void add_tournament_collect(Command& tournament, ExitStatus& status);
void add_tournament_show(Command& tournament, ExitStatus& status);
void add_tournament_extend(Command& tournament, ExitStatus& status);
void add_tournament_verify(Command& tournament, ExitStatus& status);

}  // namespace schiri::cli
