#pragma once

#include <cstdint>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/games/pools.h"
#include "core/rating/models/rating_list.h"

namespace schiri::rating {

/// One pool's players and the games that its fit uses.
struct PoolGames {
  /// Numbers of the whole, by name. The games below number the players by their place here.
  std::vector<PlayerId> players;
  std::vector<ColourCount> singles;
  std::vector<PairCount> pairs;
  std::vector<OpeningCount> openings;  ///< how these games begin, where that is known
  /// For a pool of one player: the bound of that player.
  Bound bound = Bound::none;
};

struct PoolDivision {
  std::vector<PoolGames> pools;
  /// Games between players of different pools; 0 if pools are connected by any games.
  std::uint64_t games_across = 0;
};

/// The games that connect players: those that were played, or all that count.
enum class LinkingGames : std::uint8_t { played, counted };

/// Pools of players connected by games, more players first, then by the first name.
PoolDivision divide_by_games(const GameCounts& counts, LinkingGames games);

/// Pools by "has scored against", see `rate_bt`. A player alone is above or below the largest pool
/// where a chain of games leads there, else above if it made at least half of its points.
PoolDivision divide_by_scoring(const GameCounts& counts);

}  // namespace schiri::rating
