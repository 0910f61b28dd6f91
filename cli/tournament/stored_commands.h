#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "core/base/message.h"
#include "core/tournament/config.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

/// Permission to start the programs of a tournament. Every function that starts programs requires
/// one, so no stored plan can start any without the user's consent.
class StartPermission {
 public:
  /// The user has typed the commands, or specified the file that contains them.
  static StartPermission typed() { return StartPermission(true); }
  /// No game is left to play.
  static StartPermission nothing_starts() { return StartPermission(false); }

  bool allows_programs() const { return allows_programs_; }

 private:
  friend class CommandTrust;
  explicit StartPermission(bool allows_programs) : allows_programs_(allows_programs) {}

  bool allows_programs_;
};

/// Commands that another user may have written.
struct StoredCommands {
  Message source;  ///< `the event 'a' of b.db`
  std::vector<std::string>
      lines;         ///< one for each command, unchanged; none: no permission is needed
  std::string text;  ///< which determines what runs
};

/// The commands of a stored plan. The text contains each bot's keys and its working folder, because
/// a relative command is another program in another folder.
StoredCommands commands_of(const db::Store& store, const db::StoredTournament& event,
                           const TournamentConfig& config);

/// `--trust-commands`: determines whether stored programs may be started.
class CommandTrust {
 public:
  void add_to(Command& command);
  /// Allows the commands of this configuration, which the user has typed.
  void remember(const TournamentConfig& config);
  /// Returns permission to run the commands. Lists commands that are not allowed yet and asks on
  /// the terminal. Throws InputError if the answer is no, or there is no terminal.
  StartPermission ask(const StoredCommands& commands);

 private:
  bool trusts_all_ = false;
  std::set<std::string> allowed_;  ///< texts
};

}  // namespace schiri::cli
