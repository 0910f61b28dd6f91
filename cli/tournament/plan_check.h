#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

/// Where an event and its plan differ.
struct PlanFinding {
  std::uint64_t number = 0;  ///< of a game, 0 where the event itself is meant
  std::int64_t game = 0;     ///< its id
  std::string round;
  std::string message;  ///< a sentence without a full stop
};

/// How much of an event was compared.
struct PlanReport {
  std::uint64_t games = 0;    ///< compared
  std::uint64_t missing = 0;  ///< to be played
  std::uint64_t findings = 0;
};

/// Compares the stored games of an event that was played here with its plan, which is made anew
/// from the stored event and the results it meets, and replays them. Throws InputError or
/// ContestError if the plan cannot be made.
PlanReport check_plan(const db::Store& store, const db::StoredEvent& event,
                      const std::function<void(const PlanFinding&)>& tell);

}  // namespace schiri::cli
