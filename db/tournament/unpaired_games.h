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

/// Stored games whose pairing follows from missing games. A missing game that is played again may
/// end with another result: then it pairs other players than the stored games have.
class UnpairedGames {
 public:
  /// Reads the players of the stored games that the queue has not paired.
  void read(const Store& store, const StoredEvent& event, const GameQueue& queue);
  /// Compares the players of the games that are paired by now with the pairing. Throws
  /// UnusableError.
  void check(const TournamentConfig& config, const GameQueue& queue);

 private:
  using Couple = std::pair<std::string, std::string>;  ///< White and Black

  std::map<std::uint64_t, Couple> stored_;  ///< by number
};

}  // namespace schiri::db
