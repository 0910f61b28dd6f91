#pragma once

#include <optional>
#include <string>

#include "core/tournament/config.h"
#include "db/games/store.h"
#include "db/tournament/settings.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

// Checks that a tournament can be played in the requested way.
namespace schiri::cli {

/// Refuses a tournament whose end depends on all its results, so that its games cannot be shared
/// out; `what` begins the message. Throws InputError.
void require_shareable(const TournamentConfig& config, const std::string& what);

/// Refuses a tournament with fewer openings than rounds, if later rounds are paired by results.
/// Throws ContestError.
void require_openings(const Contest& contest);

/// The part of a command in a tournament that is played on several machines.
struct PartOptions {
  std::optional<std::string> scratch;  ///< a folder
  std::optional<double> save_every;    ///< seconds
  std::optional<std::string> after;    ///< a database
  std::optional<std::string> peers;    ///< a folder
};

/// Refuses a part whose games depend on results of other parts, unless these are specified. Throws
/// InputError.
void require_playable_part(const db::Shard& shard, const TournamentConfig& config,
                           const PartOptions& part);

/// Refuses to resume a part whose later rounds depend on the results of all parts. Throws
/// InputError.
void require_independent_part(const db::Store& store, const db::StoredEvent& event,
                              const TournamentConfig& config);

}  // namespace schiri::cli
