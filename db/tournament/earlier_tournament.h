#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "db/games/store.h"
#include "db/tournament/settings.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/openings.h"

namespace schiri::db {

/// The data of an earlier tournament for one in which new bots meet its players.
struct EarlierTournament {
  /// The settings of the earlier games, their players, and the common limits of all players: a
  /// gauntlet of the new bots with as many rounds as the earlier tournament has begun.
  TournamentSettings settings;
  std::map<std::uint64_t, Opening> openings;  ///< of the earlier games, by number
  std::string note;                           ///< a sentence for the user
};

/// Reads an earlier tournament for this number of new bots. `opponents` names the players to meet;
/// empty: all. Throws InputError if there is no such player, StoredPlanError.
EarlierTournament read_earlier_tournament(const Store& store, const StoredEvent& event,
                                          const std::vector<std::string>& opponents,
                                          std::size_t newcomers);

}  // namespace schiri::db
