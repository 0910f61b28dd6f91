#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/event_bots.h"
#include "core/tournament/config.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// What is said of an event, on the command line or in a file; what is not said is empty. What each
/// means is explained in cli/tournament/setting_table.cpp.
struct TournamentSettings {
  std::optional<std::string> game, variant, db, event, system, shard, log, live, junit, resign,
      draw, sprt, openings, openings_order, scale, about, each, presets, processors, tune, spsa,
      proof;
  std::vector<TournamentBot> bots;
  std::vector<OpeningLine> opening_list;   ///< as it stands in an event, instead of a file
  std::vector<EarlierPlan> earlier_plans;  ///< likewise, of one that was extended
  /// Of its commands by whoever stored or submitted it, see cli/tournament/stored_commands.h.
  std::optional<std::string> signature;
  std::optional<std::uint64_t> rounds, seed, seeds, pairs, tie_break_pairs, openings_start, batch;
  std::optional<bool> single, balanced, durable, force;
  std::optional<int> opening_turns, strikes;
  std::optional<int> max_turns;       ///< none or 0: no limit
  std::optional<double> watchdog;     ///< seconds
  std::optional<double> until_error;  ///< Elo
  std::optional<unsigned> threads;

  /// Takes from others what is not said here. Bots of both play, the others' first.
  void complete_from(const TournamentSettings& others);
  /// Lets names of files and programs that a file in this folder holds be meant from there.
  void place_in(const std::string& folder);
  /// The configuration that they describe, defaults filled in and openings read from their file.
  /// Throws InputError for what is missing or unknown, std::system_error for a file that cannot be
  /// read; what remains is for Contest to judge.
  TournamentConfig config() const;

 private:
  void set_openings(TournamentConfig& config, const GameType& type) const;
};

/// One part of an event's games: those whose number is `index`, `index + count`, ...
struct Shard {
  std::uint64_t index = 1;
  std::uint64_t count = 1;
};

/// Parts that an event can be played in.
inline constexpr std::uint64_t most_shards = 1'000'000;

/// Reads `I/N`. Throws InputError.
Shard parse_shard(const std::string& text);

}  // namespace schiri::cli
