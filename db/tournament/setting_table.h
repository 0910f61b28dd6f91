#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "db/tournament/settings.h"
#include "notation/text/json.h"

namespace schiri::db {

/// The member of TournamentSettings that holds a setting until the configuration is made.
using SettingMember = std::variant<
    std::optional<std::string> TournamentSettings::*,
    std::optional<std::uint64_t> TournamentSettings::*, std::optional<int> TournamentSettings::*,
    std::optional<unsigned> TournamentSettings::*, std::optional<double> TournamentSettings::*,
    std::optional<bool> TournamentSettings::*>;

/// The headings of settings in the help.
enum class SettingGroup {
  game,
  bots,
  system,
  tuning,
  openings,
  ending,
  failures,
  playing,
  records,
  part
};

/// A setting of tournaments. Options, keys of files, the stored plan and messages about all three
/// are derived from the table of settings.
struct TournamentSetting {
  std::string key;  ///< in files and in stored plans; `--KEY` on the command line
  SettingMember member;
  SettingGroup group;
  std::string help;
  /// Applies the setting, if it is given, to the configuration; empty if the setting affects no
  /// game. Throws InputError.
  std::function<void(const TournamentSettings&, TournamentConfig&)> apply = nullptr;
  /// The value to store with a tournament; null if none is to be stored.
  std::function<Json(const TournamentConfig&)> stored = nullptr;
  std::vector<std::string> words = {};  ///< all values of the setting, if they are few
  bool is_negative_allowed = true;
  /// The pattern of the message that a value, of this key, must be a real number of its unit.
  Pattern not_number = {};
  std::string short_name = "";  ///< `-j`
  bool is_file = false;  ///< whether the value is a path; in a settings file relative to its folder
};

/// All settings in the order in which they are stored.
const std::vector<TournamentSetting>& setting_table();

/// The setting of this key, which must be in the table.
const TournamentSetting& find_setting(const std::string& key);

}  // namespace schiri::db
