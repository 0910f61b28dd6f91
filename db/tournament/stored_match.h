#pragma once

#include <cstddef>
#include <optional>

#include "core/rating/tests/match_stats.h"
#include "core/tournament/config.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

/// The match of two bots of a tournament, from its stored games. `first` and `second` are indices
/// of the plan's bots; figures are from the side of `first`. `counts_repeats`: identical games
/// count each, not once. Throws StoreError.
rating::MatchSummary stored_match(const Store& store, const StoredEvent& event,
                                  const TournamentConfig& config, std::size_t first,
                                  std::size_t second, bool counts_repeats = false);

/// The mean thinking time of a game in seconds, both players together, from the first thousand
/// games that have times; nullopt if none has. Throws StoreError.
std::optional<double> seconds_per_game(const Store& store, const StoredEvent& event);

}  // namespace schiri::db
