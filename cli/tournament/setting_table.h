#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/print/json.h"
#include "cli/tournament/event_settings.h"

namespace schiri::cli {

/// Where a setting is kept until the configuration is made.
using SettingMember = std::variant<
    std::optional<std::string> TournamentSettings::*,
    std::optional<std::uint64_t> TournamentSettings::*, std::optional<int> TournamentSettings::*,
    std::optional<unsigned> TournamentSettings::*, std::optional<double> TournamentSettings::*,
    std::optional<bool> TournamentSettings::*>;

/// The headings under which the help shows settings.
enum class SettingGroup { game, bots, system, tuning, openings, ending, failures, playing, part };

/// A setting of an event: all that is known of it. Options, keys of files, what is stored with an
/// event and the messages about all three follow from the table of these.
struct TournamentSetting {
  std::string key;  ///< in files and as stored; `--KEY` on the command line
  SettingMember member;
  SettingGroup group;
  std::string help;
  /// Brings it, where it is given, into the configuration; empty where it decides about no game.
  /// Throws InputError.
  std::function<void(const TournamentSettings&, TournamentConfig&)> apply = nullptr;
  /// What is stored with an event; null where nothing is to be stored.
  std::function<Json(const TournamentConfig&)> stored = nullptr;
  std::vector<std::string> words = {};  ///< all that it may be, if they are few
  bool is_negative_allowed = true;
  std::string unit = "";        ///< of real numbers
  std::string short_name = "";  ///< `-j`
  bool is_file = false;         ///< it names one, in an event's file from where that lies
};

/// All settings in the order in which they are stored.
const std::vector<TournamentSetting>& event_settings();

/// Adds the options of these groups, in their order.
void add_settings(Command& command, TournamentSettings& settings,
                  const std::vector<SettingGroup>& groups);

/// Adds the option of one setting, with a help of its own where it means something else here.
void add_setting(Command& command, TournamentSettings& settings, const std::string& key,
                 const std::string& help = "");

}  // namespace schiri::cli
