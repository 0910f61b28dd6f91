#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/game.h"
#include "db/games/store.h"
#include "db/position_index/position_goal.h"
#include "db/query/game_filter.h"

namespace schiri::db {

/// A turn that games played from a position; counts from White's side.
struct OpeningTurn {
  std::string year;  ///< of the games; empty if unknown or not asked for
  std::string turn;  ///< empty: the game ended there
  std::uint64_t games = 0;
  std::uint64_t white_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t black_wins = 0;
  double rating_sum = 0;  ///< of the rated players that chose it
  std::uint64_t rated = 0;
  std::uint64_t longest = 0;  ///< number of turns from the position to the end of the longest game
  std::int64_t longest_game = 0;  ///< the id of that game, the lowest of several

  std::uint64_t finished() const { return white_wins + draws + black_wins; }
};

/// Players' ratings by name.
using RatingsByName = std::unordered_map<std::string, double>;

/// Groups the turns of a position.
enum class OpeningsBy : std::uint8_t { nothing, year };

/// The turns from a position, most played first, then by turn; in groups, the earliest year first
/// and the unknown one last. A game counts once, for its first
/// visit. `mover`: the side to move in the position. `limit`, `offset` and `sort` of the filter are
/// ignored.
std::vector<OpeningTurn> openings(const Store& store, const PositionGoal& goal, Side mover,
                                  const GameFilter& filter, const RatingsByName& ratings = {},
                                  OpeningsBy by = OpeningsBy::nothing);

}  // namespace schiri::db
