#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

/// A difference between a stored tournament and its plan.
struct PlanFinding {
  std::uint64_t number = 0;  ///< number of the game, 0 for the tournament itself
  std::int64_t game = 0;     ///< its id
  std::string round;
  std::string message;  ///< a sentence without a full stop
};

/// The numbers of games.
struct PlanReport {
  std::uint64_t games = 0;    ///< compared
  std::uint64_t missing = 0;  ///< to be played
  std::uint64_t findings = 0;
  /// The game if its rules are unknown here: its games were compared, but not replayed.
  std::string unknown_game = {};
};

/// Compares the stored games of a tournament that was played in this database with its plan, which
/// follows from the stored settings and results, and replays them. Throws StoredPlanError if the
/// plan is invalid.
PlanReport check_plan(const Store& store, const StoredTournament& event,
                      const std::function<void(const PlanFinding&)>& report);

}  // namespace schiri::db
