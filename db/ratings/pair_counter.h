#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/rating/games/game_log.h"
#include "db/ratings/pair_page.h"

namespace schiri::db {

/// Game and variant.
using Kind = std::pair<std::string, std::string>;
/// Sorted by players.
using PairList = std::vector<std::pair<PlayerPair, PairResults>>;

/// Adds up the results of each two players.
class PairCounter {
 public:
  /// Adds a game; the games of one White and one Black must come in the order of their ids.
  void add(const rating::FinishedGame& game);

  /// By game and variant. `id_of` gives a player's id.
  std::map<Kind, PairList> results(
      const std::function<std::int64_t(const std::string&)>& id_of) const;

 private:
  using NamePair = std::pair<std::string, std::string>;

  rating::GameCollector games_;
  std::map<Kind, std::map<NamePair, rating::Ignored>> ignored_;
};

}  // namespace schiri::db
