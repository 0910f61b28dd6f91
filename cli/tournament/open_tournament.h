#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/tournament/scratch_copy.h"
#include "cli/tournament/tournament_options.h"
#include "db/games/store.h"
#include "db/tournament/played_games.h"
#include "db/tournament/settings.h"
#include "notation/contest/contest.h"

// How `tournament run` finds or makes a tournament in a database.
namespace schiri::cli {

/// The stored tournament of this configuration, made if it is not there. `resume`: it may be there.
/// Throws InputError if it is there and may not be, or has other settings.
db::StoredEvent open_tournament(db::Store& store, const Contest& contest, const db::Shard& shard,
                                bool resume, const std::optional<std::string>& signature);

/// The results of a tournament in the database of earlier rounds; none if it is not there yet.
/// Throws InputError if it has other settings.
std::vector<db::StoredResult> earlier_results(const std::string& path,
                                              const TournamentConfig& config,
                                              const std::optional<ScratchCopy>& copy);

/// The openings of a tournament that has begun in a database, if it is there.
std::map<std::uint64_t, Opening> known_openings(const std::string& path,
                                                const TournamentConfig& config);

/// Takes limit of turns and scale of a stored tournament, whatever the defaults are now.
void keep_defaults(TournamentOptions& options, const std::string& path, const std::string& name);

}  // namespace schiri::cli
