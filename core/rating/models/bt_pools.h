#pragma once

#include <cstdint>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/games/pools.h"
#include "core/rating/models/rating_list.h"

namespace schiri::rating {

/// One pool's players and the games that its fit uses.
struct PoolGames {
  /// Numbers among all players, sorted by name. The games below use indices into this list.
  std::vector<PlayerId> players;
  std::vector<ColourCount> singles;
  std::vector<PairCount> pairs;
  std::vector<OpeningCount> openings;  ///< the openings of these games, if known
  /// The bound of the player, in a pool of one.
  Bound bound = Bound::none;
};

struct PoolDivision {
  std::vector<PoolGames> pools;
  /// Games between players of different pools; 0 if pools are connected by all games.
  std::uint64_t games_across = 0;
};

/// The games that connect players: the played ones, or all that count.
enum class LinkingGames : std::uint8_t { played, counted };

/// Pools of players connected by games, more players first, then by the first name.
PoolDivision divide_by_games(const GameCounts& counts, LinkingGames games);
/// The players of these pools, each sorted by name; the games are not copied.
std::vector<std::vector<PlayerId>> players_by_games(const GameCounts& counts, LinkingGames games);

/// Pools by "has scored against", see `rate_bt`. A single player is above or below the largest pool
/// if a chain of games leads there, otherwise above if it made at least half of its points.
PoolDivision divide_by_scoring(const GameCounts& counts);

/// Which players of a pool have no bound on one side, by the graph of "has scored against".
struct ScoringBounds {
  std::vector<Bound> players;
  /// Whether a strongly connected component has more than half of the players: those outside are
  /// above it or below it. Otherwise components that nobody outside has scored against are above,
  /// those that have scored against nobody outside below.
  bool has_majority = false;
};
ScoringBounds bounds_by_scoring(const Graph& scored);

}  // namespace schiri::rating
