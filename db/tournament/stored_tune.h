#pragma once

#include <string>
#include <vector>

#include "core/tournament/spsa.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::db {

/// The state of a tune after the games that are stored.
Spsa stored_tune(const Store& store, const StoredEvent& event, const TournamentConfig& config);

/// The values with which a tune begins, as they are sent to bots.
std::vector<std::string> start_values(const Tuning& tuning);

/// The bot of a tune with these values of its options, under this name.
BotSpec tuned_bot(const TournamentConfig& config, const std::vector<std::string>& values,
                  const std::string& name);

}  // namespace schiri::db
