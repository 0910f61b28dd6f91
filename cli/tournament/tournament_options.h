#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/stored_commands.h"
#include "db/tournament/earlier_tournament.h"
#include "db/tournament/settings.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// An earlier tournament whose players new bots meet.
struct AgainstOptions {
  std::optional<std::string> db;
  std::optional<std::string> event;    ///< if the database has several
  std::vector<std::string> opponents;  ///< the players to meet; empty: all
};

/// A tournament that options, a file, or both describe.
struct TournamentOptions {
  db::TournamentSettings settings;
  std::string event_file;
  std::vector<std::string> bots;
  AgainstOptions against;
  CommandTrust trust = {};
  std::string go_on = {};  ///< how to go on after an interruption; empty: `resume_command`

  db::EarlierTournament earlier = {};                   ///< of `against`, once complete
  std::optional<StoredCommands> earlier_commands = {};  ///< of that tournament
  bool has_default_limit = false;                       ///< of turns, as the user gives none

  /// Puts bots, file and earlier tournament into the settings, and the usual limit of turns.
  void complete();
  /// Permission to start the programs; asks the user about programs of an earlier tournament that
  /// are not the user's own. Throws InputError.
  StartPermission permission();

 private:
  bool read_file();
  void take_earlier();
};

/// Adds the options that decide which games a tournament has, and the file's name.
void add_tournament_options(Command& command, TournamentOptions& options);

/// The database that the settings or the defaults name. Throws InputError without one.
const std::string& require_db(const db::TournamentSettings& settings);

/// Notes on standard error the limit of turns if the user has given none.
void note_default_limit(const TournamentOptions& options, const Contest& contest);

}  // namespace schiri::cli
