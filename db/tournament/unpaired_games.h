#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/tournament/config.h"
#include "core/tournament/game_queue.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::db {

/// Stored games whose pairing depends on missing games. A missing game that is played again may
/// have another result: then the pairing differs from the stored games.
class UnpairedGames {
 public:
  /// Reads the players of the stored games that the queue has not paired.
  void read(const Store& store, const StoredEvent& event, const GameQueue& queue);
  /// Compares the players of the stored games that are now paired with the pairing. Throws
  /// UnusableError.
  void check(const TournamentConfig& config, const GameQueue& queue);

 private:
  using Couple = std::pair<std::string, std::string>;  ///< White and Black

  std::map<std::uint64_t, Couple> stored_;  ///< by number
};

}  // namespace schiri::db
