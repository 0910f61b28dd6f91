#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/stored_commands.h"
#include "core/base/message.h"
#include "db/tournament/settings.h"
#include "notation/contest/contest.h"

// The settings of tournaments as options, and the tournament that options, a file or an earlier
// tournament describe.
namespace schiri::cli {

/// The help of settings that mean something else, or have another default, in a command, by key.
using OtherHelp = std::map<std::string, std::string>;

/// Adds the options of these groups, group by group, in the order of the table.
void add_settings(Command& command, db::TournamentSettings& settings,
                  const std::vector<db::SettingGroup>& groups, const OtherHelp& other = {});

/// The same for `test` and `tune`, short forms of `tournament run`, which alone has the rarer ones.
void add_usual_settings(Command& command, db::TournamentSettings& settings,
                        const std::vector<db::SettingGroup>& groups, const OtherHelp& other = {});

/// Adds the option of one setting; `help` replaces its help, see OtherHelp. `name` replaces its
/// name, for an argument.
void add_setting(Command& command, db::TournamentSettings& settings, const std::string& key,
                 const std::string& help = "", const std::string& name = "");

/// The given file of presets, otherwise that of schiri.toml. Throws as defaults() does.
db::PresetFile preset_file(const std::optional<std::string>& named);
/// The bots of the settings, with the presets of schiri.toml.
std::vector<BotSpec> configured_bots(const db::TournamentSettings& settings);
/// The configuration of the user's settings, with the presets of schiri.toml; notes go to standard
/// error. Throws as TournamentSettings::config() and defaults() do.
TournamentConfig configured(const db::TournamentSettings& settings);

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

  // Of the tournament of `against`, once complete:
  std::map<std::uint64_t, Opening> earlier_openings = {};  ///< of its games, by number
  std::optional<StoredCommands> earlier_commands = {};
  std::string earlier_note = {};   ///< a sentence for the user
  bool has_default_limit = false;  ///< of turns, because the user has given none

  /// Completes the settings, once, by bots, file, earlier tournament and the default limit of
  /// turns.
  void complete();
  /// Returns permission to start the programs; asks for programs of an earlier tournament that are
  /// not the user's own. Throws InputError.
  StartPermission permission();

 private:
  bool read_file();
  void take_earlier();

  bool is_complete_ = false;
};

/// Adds the options that determine the games of a tournament, and the file's name.
void add_tournament_options(Command& command, TournamentOptions& options);

/// The database of the settings or the defaults. Throws InputError without one, with this message.
std::string require_db(
    const db::TournamentSettings& settings,
    const Message& missing = message("--db FILE is required: the database of the games"));

/// Prints the limit of turns on standard error if the user has given none.
void note_default_limit(const TournamentOptions& options, const Contest& contest);

}  // namespace schiri::cli
