#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/games/store.h"

namespace schiri::db {

/// What games through a position went on with; counts from White's side.
struct OpeningTurn {
  std::string turn;  ///< empty: the game ended there
  std::uint64_t games = 0;
  std::uint64_t white_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t black_wins = 0;
  double rating_sum = 0;  ///< of the players who chose it, as far as they are rated
  std::uint64_t rated = 0;
  std::uint64_t longest = 0;      ///< turns that the longest of these games goes on, this included
  std::int64_t longest_game = 0;  ///< its id, the lowest of several

  std::uint64_t finished() const { return white_wins + draws + black_wins; }
};

/// Players' ratings by name.
using RatingsByName = std::unordered_map<std::string, double>;

/// Most played first, then by turn. A game counts once, for the first time it comes there. `mover`:
/// the side to move in the position. `limit`, `offset`, `sort` of the filter do not matter.
std::vector<OpeningTurn> openings(const Store& store, const PositionGoal& goal, Side mover,
                                  const GameFilter& filter, const RatingsByName& ratings = {});

}  // namespace schiri::db
