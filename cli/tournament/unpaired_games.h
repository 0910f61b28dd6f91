#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/tournament/config.h"
#include "core/tournament/game_queue.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"

namespace schiri::cli {

/// Stored games whose pairing follows from games that are missing. A game that was missing may come
/// to another result than it once had: then what is stored of later rounds is not what it pairs.
class UnpairedGames {
 public:
  /// Reads who played the games that the agenda has not paired.
  void read(const db::Store& store, const db::StoredEvent& event, const GameQueue& agenda);
  /// Compares those that are paired by now with what they should be. Throws UnusableError.
  void check(const TournamentConfig& config, const GameQueue& agenda);

 private:
  using Couple = std::pair<std::string, std::string>;  ///< White and Black

  std::map<std::uint64_t, Couple> stored_;  ///< by number
};

}  // namespace schiri::cli
