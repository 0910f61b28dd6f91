#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/tournament/config.h"
#include "db/tournament/bots.h"
#include "notation/game_types.h"
#include "notation/text/json.h"

/// Tournaments of bots: settings and the configuration derived from them, the stored plan, the loop
/// that plays and stores missing games, and the check of stored games against the plan. The
/// commands of cli/tournament, cli/cluster and cli/bots use this folder. It uses db/games, core and
/// notation, and reports to its caller by listeners and exceptions, never on a terminal.
namespace schiri::db {

/// The value of a setting. The type of a number determines its range.
using SettingValue = std::variant<std::string, std::uint64_t, int, unsigned, double, bool>;

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

/// What a setting determines.
enum class SettingPurpose {
  run,    ///< how games are played, shown and kept on this machine; it is not stored
  games,  ///< how each game is played; another tournament with these players takes it over
  plan    ///< name, games or end of this tournament alone
};

/// A setting of tournaments, of which options, keys of files, the stored plan and messages about
/// all three are derived.
struct TournamentSetting {
  /// The type of a setting, and its effect on the configuration.
  struct Kind {
    SettingValue type = std::string();
    /// Applies a value of this type; empty if the setting affects no game. Throws InputError.
    std::function<void(const SettingValue&, TournamentConfig&)> apply = nullptr;
    /// The value to store with a tournament; null if none is to be stored.
    std::function<Json(const TournamentConfig&)> stored = nullptr;
  };

  /// How a value is written.
  struct Form {
    std::string metavariable = "";        ///< empty: that of the type
    std::vector<std::string> words = {};  ///< all values of the setting, if they are few
    bool is_any_case = false;             ///< read in lower case
    std::string short_name = "";          ///< `-j`
    bool is_file = false;                 ///< a path; in a settings file relative to its folder
    /// The pattern of the message that a value, of this key, must be a real number of its unit.
    Pattern not_number = {};
  };

  std::string key;  ///< in files and in stored plans; `--KEY` on the command line
  SettingGroup group;
  SettingPurpose purpose;
  Kind kind;
  std::string help;  ///< with the default in parentheses
  Form form = {};
  std::vector<System> systems = {};  ///< that have it; empty: all
};

/// All settings in the order in which they are stored.
const std::vector<TournamentSetting>& setting_table();

/// The setting of this key. Throws std::logic_error if it is not in the table.
const TournamentSetting& find_setting(std::string_view key);

/// The context in which a configuration is made from settings.
struct ConfigContext {
  PresetFile presets = {};                            ///< for settings without a file of presets
  std::function<void(const std::string&)> note = {};  ///< receives warnings, if set
};

/// The settings of a tournament that options, a file or a stored plan give: the values of the table
/// by their keys, and what is not one value.
class TournamentSettings {
 public:
  std::vector<BotSpec> bots;               ///< as described, before completed()
  std::vector<OpeningLine> opening_list;   ///< of a stored tournament, instead of a file
  std::vector<EarlierPlan> earlier_plans;  ///< of a stored tournament that was extended

  // A key or type that the table does not have is an error of the program: std::logic_error.
  /// The value of a setting; null if it is not given.
  const SettingValue* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }
  template <class Value>
  std::optional<Value> get(std::string_view key) const {
    const SettingValue* const value = find(key);
    return value ? std::optional(std::get<Value>(*value)) : std::nullopt;
  }
  std::optional<std::string> text(std::string_view key) const { return get<std::string>(key); }
  std::optional<std::uint64_t> count(std::string_view key) const { return get<std::uint64_t>(key); }
  bool flag(std::string_view key) const { return get<bool>(key).value_or(false); }
  void set(std::string_view key, SettingValue value);
  /// Erases all settings of a purpose; with `plan` also the earlier plans.
  void erase(SettingPurpose purpose);

  /// Fills each empty setting from `others`. Bots of both play, those of `others` first.
  void complete_from(const TournamentSettings& others);
  /// Makes the paths of files and programs relative to this folder, which is that of the settings
  /// file.
  void place_in(const std::string& folder);
  /// The game; without rules if a referee decides it. Throws InputError.
  const GameType& game_type() const;
  /// The bots, with the presets of the settings' file, otherwise of the usual one. Throws as
  /// completed() does.
  std::vector<BotSpec> bot_specs(const PresetFile& usual = {}) const;
  /// The configuration that the settings describe, with defaults filled in and openings read from
  /// their file. Throws InputError for a setting that is missing, unknown or not one of the system,
  /// std::system_error for a file that cannot be read. Contest checks whether the settings fit
  /// together.
  TournamentConfig config(const ConfigContext& context = {}) const;

 private:
  void require_own_settings(System system) const;
  void set_openings(TournamentConfig& config, const GameType& type,
                    const ConfigContext& context) const;

  std::map<std::string, SettingValue, std::less<>> values_;
};

/// Reads settings from a JSON object with the keys of the options (`opening-turns`, ...) and an
/// array `bots` of texts as for `--bot` or objects with the same keys, in which `bot` names a
/// built-in bot. Messages name `source`. Throws InputError, also for unknown keys.
TournamentSettings parse_settings(const std::string& text, const std::string& source);

/// Reads settings from a file, standard input for `-`. Throws InputError or std::system_error.
TournamentSettings read_tournament_file(const std::string& path);

/// A configuration as such a JSON object, without settings that affect no game.
std::string config_json(const TournamentConfig& config);

/// A part of a tournament: the games whose number is `index`, `index + count`, ...
struct Shard {
  std::uint64_t index = 1;
  std::uint64_t count = 1;
};

/// The most parts that a tournament can be played in.
inline constexpr std::uint64_t most_shards = 1'000'000;

/// Reads `I/N`. Throws InputError.
Shard parse_shard(const std::string& text);

}  // namespace schiri::db
