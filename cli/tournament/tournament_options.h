#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/stored_commands.h"
#include "core/base/message.h"
#include "db/tournament/earlier_tournament.h"
#include "db/tournament/settings.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// An earlier tournament whose players meet the new bots.
struct AgainstOptions {
  std::optional<std::string> db;
  std::optional<std::string> event;    ///< required if the database has several
  std::vector<std::string> opponents;  ///< the players to meet; empty: all
};

/// A tournament that options, a file, or both describe.
struct TournamentOptions {
  db::TournamentSettings settings;
  std::string event_file;
  std::vector<std::string> bots;
  AgainstOptions against;
  CommandTrust trust = {};
  std::string go_on =
      {};  ///< the command that resumes after an interruption; empty: `resume_command`

  db::EarlierTournament earlier = {};                   ///< of `against`, once complete
  std::optional<StoredCommands> earlier_commands = {};  ///< of that tournament
  bool has_default_limit = false;  ///< of turns, because the user has given none

  /// Completes the settings by bots, file, earlier tournament and the default limit of turns.
  void complete();
  /// Returns permission to start the programs; asks for programs of an earlier tournament that are
  /// not the user's own. Throws InputError.
  StartPermission permission();

 private:
  bool read_file();
  void take_earlier();
};

/// Adds the options that determine the games of a tournament, and the file's name.
void add_tournament_options(Command& command, TournamentOptions& options);

/// The database of the settings or the defaults. Throws InputError without one, with this message.
const std::string& require_db(
    const db::TournamentSettings& settings,
    const Message& missing = message("--db FILE is required: the database of the games"));

/// Prints the limit of turns on standard error if the user has given none.
void note_default_limit(const TournamentOptions& options, const Contest& contest);

}  // namespace schiri::cli
