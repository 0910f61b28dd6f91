#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "core/tournament/config.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

/// Leave to start the programs of an event. Whoever starts them wants one, so that no stored plan
/// can start any unasked.
class StartPermission {
 public:
  /// The user has typed the commands, or named the file that holds them.
  static StartPermission typed() { return StartPermission(true); }
  /// No game is left to play.
  static StartPermission nothing_starts() { return StartPermission(false); }

  bool allows_programs() const { return allows_programs_; }

 private:
  friend class CommandTrust;
  explicit StartPermission(bool allows_programs) : allows_programs_(allows_programs) {}

  bool allows_programs_;
};

/// Commands that somebody else may have written, before anything of them runs.
struct StoredCommands {
  std::string source;              ///< `the event 'a' of b.db`
  std::vector<std::string> lines;  ///< a command each, as they came; none: nothing to ask for
  std::string text;                ///< all that decides what runs, to be signed
  std::string signature;           ///< that lies beside it; empty without one
};

/// The commands of a stored plan. Besides each bot's words that is the folder it runs in: the same
/// relative command is another program elsewhere.
StoredCommands commands_of(const db::Store& store, const db::StoredEvent& event,
                           const TournamentConfig& config);

/// The commands of files, as they are now; what lies in them is listed as `lines`.
StoredCommands commands_in_files(const std::string& source, const std::vector<std::string>& files,
                                 std::vector<std::string> lines, std::string signature);

/// `--trust-commands`: who starts programs that were stored asks here. Commands are the user's own
/// if the user's mark has signed them (cli/trust/signature.h).
class CommandTrust {
 public:
  void add_to(Command& command);
  /// The user has typed the commands of this configuration; they are not asked for again.
  void remember(const TournamentConfig& config);
  /// Leave to run them. Those that nobody has allowed are listed, and asked for on a terminal.
  /// Throws InputError if the answer is no, or nobody can be asked.
  StartPermission ask(const StoredCommands& commands);

 private:
  bool trusts_all_ = false;
  std::set<std::string> allowed_;  ///< texts
};

/// The signature of a plan's commands; nothing where none has any, or there is no mark.
std::optional<std::string> plan_signature(const TournamentConfig& config);

/// The plan as it is stored, with this signature or else the user's own.
std::string signed_plan(const TournamentConfig& config,
                        const std::optional<std::string>& signature = {});

/// Stores the user's own signature of a plan that the user has typed or allowed; the event as it is
/// then. Throws UnusableError if another process is playing the event.
db::StoredEvent sign_stored_plan(db::Store& store, const db::StoredEvent& event,
                                 const TournamentConfig& config);

}  // namespace schiri::cli
