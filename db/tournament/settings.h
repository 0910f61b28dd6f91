#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/tournament/config.h"
#include "db/tournament/bots.h"
#include "notation/game_types.h"

/// Tournaments of bots: settings and the configuration derived from them, the stored plan, the loop
/// that plays and stores missing games, and the check of stored games against the plan. The
/// commands of cli/tournament, cli/cluster and cli/bots use this folder. It uses db/games, core and
/// notation, and reports to its caller by listeners and exceptions, never on a terminal.
namespace schiri::db {

/// The context in which a configuration is made from settings.
struct ConfigContext {
  PresetFile presets = {};                            ///< for settings without a file of presets
  std::function<void(const std::string&)> note = {};  ///< receives warnings, if set
};

/// The settings of a tournament, from the command line or a file; a setting that is not given is
/// empty. db/tournament/setting_table.cpp explains each.
struct TournamentSettings {
  std::optional<std::string> game, variant, db, event, system, shard, log, trace, live, report,
      junit, resign, draw, sprt, openings, openings_order, about, each, presets, processors, tune,
      spsa, proof, progress, pgn, pgn_comments;
  std::vector<TournamentBot> bots;
  std::vector<OpeningLine> opening_list;   ///< of a stored tournament, instead of a file
  std::vector<EarlierPlan> earlier_plans;  ///< of a stored tournament that was extended
  /// Trust in the commands of a stored or submitted tournament, by the user that stored it.
  std::optional<std::string> signature;
  std::optional<std::uint64_t> rounds, seed, seeds, pairs, tie_break_pairs, openings_start, batch;
  std::optional<bool> single, balanced, durable, force;
  std::optional<int> opening_turns, strikes;
  std::optional<int> max_turns;       ///< none or 0: no limit
  std::optional<double> watchdog;     ///< seconds
  std::optional<double> until_error;  ///< Elo
  std::optional<unsigned> threads;

  /// Fills each empty setting from `others`. Bots of both play, those of `others` first.
  void complete_from(const TournamentSettings& others);
  /// Makes the paths of files and programs relative to this folder, which is that of the settings
  /// file.
  void place_in(const std::string& folder);
  /// The configuration that the settings describe, with defaults filled in and openings read from
  /// their file. Throws InputError for a missing or unknown setting, std::system_error for a file
  /// that cannot be read. Contest checks whether the settings fit together.
  TournamentConfig config(const ConfigContext& context = {}) const;

 private:
  void set_openings(TournamentConfig& config, const GameType& type,
                    const ConfigContext& context) const;
};

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
