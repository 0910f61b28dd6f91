#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/match/adjudication.h"
#include "core/match/bot_spec.h"
#include "core/match/terms.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/sequential/sprt.h"
#include "core/tournament/tuning.h"

namespace schiri {

/// The pairing systems of tournaments.
enum class System : std::uint8_t {
  round_robin,
  gauntlet,
  match,
  ladder,
  swiss,
  knockout,
  dutch,
  screening,
  spsa
};

/// The start of a game, in text; empty text means the default of the game.
struct OpeningLine {
  std::string position;
  std::string roll;
  std::vector<std::string> turns;

  friend bool operator==(const OpeningLine&, const OpeningLine&) = default;
};

/// The size of a tournament before it was extended.
struct EarlierPlan {
  std::size_t players = 0;   ///< the first bots
  std::uint64_t rounds = 1;  ///< as of TournamentConfig
  std::uint64_t begun = 0;   ///< in a Swiss event: number of rounds already paired

  friend bool operator==(const EarlierPlan&, const EarlierPlan&) = default;
};

/// All settings that determine the games of a tournament and how they begin. Equal configurations
/// give the same games, turn by turn, as far as players are deterministic for a seed.
struct TournamentConfig : Adjudication {
  std::string name;
  std::string game;
  std::string variant;  ///< never empty
  std::vector<BotSpec> bots;
  std::optional<BotSpec> referee = {};  ///< a program that knows the rules, if schiri does not
  std::string each = {};                ///< keys that apply to all bots, later ones included
  System system = System::round_robin;
  std::uint64_t rounds = 1;
  std::vector<EarlierPlan> earlier_plans = {};   ///< the oldest first; none if it was not extended
  bool single = false;                           ///< one game instead of a pair
  std::optional<std::uint64_t> seeds;            ///< of a gauntlet, the first bots (1)
  std::optional<std::uint64_t> pairs;            ///< of games in each encounter of a knockout (1)
  std::optional<std::uint64_t> tie_break_pairs;  ///< at most after a level encounter (1)
  std::optional<Tuning> tuning;                  ///< of a tune: the options and their values
  std::vector<OpeningLine> openings;  ///< in their order; if there are none, random ones:
  int opening_turns = 2;  ///< random turns at the start, each player's counted for itself,
  bool balanced = false;  ///< after which neither side is lost, and different in each round
  std::optional<rating::SprtOptions> sprt;  ///< the tournament ends when this test is decided
  std::optional<double> odds;  ///< more than 1: what one side's time and nodes are divided by
  std::optional<double> until_error;  ///< or when every rating's error is less than this, in points
  std::uint64_t seed = 1;
  std::optional<int> strikes;  ///< failures that exclude a bot, unless its own key sets them
  std::chrono::milliseconds watchdog = default_watchdog;  ///< for programs, while no clock runs

  friend bool operator==(const TournamentConfig&, const TournamentConfig&) = default;
};

/// The bots that are programs, and the referee.
inline std::vector<BotSpec> programs_of(const TournamentConfig& config) {
  std::vector<BotSpec> programs;
  for (const BotSpec& bot : config.bots) {
    if (!bot.command.empty()) programs.push_back(bot);
  }
  if (config.referee) programs.push_back(*config.referee);
  return programs;
}

/// For each bot the number of failures after which it is out; nullopt: never.
inline std::vector<std::optional<int>> most_failures(const TournamentConfig& config) {
  std::vector<std::optional<int>> most;
  for (const BotSpec& bot : config.bots) most.push_back(bot.strikes ? bot.strikes : config.strikes);
  return most;
}

}  // namespace schiri
