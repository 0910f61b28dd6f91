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

// Finds or makes the tournament of `tournament run` in a database.
namespace schiri::cli {

/// The stored tournament of this configuration, made if it does not exist. `resume`: it may exist.
/// Throws InputError if it exists and must not, has other settings, or a bot's name is an alias in
/// this database.
db::StoredEvent open_tournament(db::Store& store, const Contest& contest, const db::Shard& shard,
                                bool resume, const std::optional<std::string>& signature);

/// The results of a tournament in the database of earlier rounds; none if it does not exist yet.
/// Throws InputError if it has other settings.
std::vector<db::StoredResult> earlier_results(const std::string& path,
                                              const TournamentConfig& config,
                                              const std::optional<ScratchCopy>& copy);

/// The openings of a tournament that has begun in a database, if it exists.
std::map<std::uint64_t, Opening> known_openings(const std::string& path,
                                                const TournamentConfig& config);

/// Gives an event and its bots the names for which theirs are aliases in a database, and prints
/// notes.
void follow_aliases(TournamentConfig& config, const std::string& path);
/// The same for bots alone. A bot that its program is still to name keeps its name.
void follow_aliases(std::vector<BotSpec>& bots, const db::Store& store);

/// Sets limit of turns and scale to those of the stored tournament, even if the defaults have
/// changed.
void keep_defaults(TournamentOptions& options, const std::string& path, const std::string& name);

/// Sets the names of bots without one to those of the stored tournament of this configuration,
/// even if their programs announce others now.
void keep_names(TournamentConfig& config, const std::string& path);

}  // namespace schiri::cli
