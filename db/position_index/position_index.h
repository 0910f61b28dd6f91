#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "db/games/store.h"

namespace schiri::db {

/// A game that comes through a position.
struct GameThrough {
  std::int64_t id = 0;
  std::uint64_t turns_before = 0;       ///< when it first comes there
  std::vector<std::string_view> turns;  ///< all of the game; they live as long as the call
};

/// Visits every game through a position until the visitor returns false. Games that the index knows
/// are found by it, the others by replaying them; whatever the index says is checked against the
/// game. In the order of ids within both kinds, the indexed ones first. Throws StartError for a
/// position that cannot be set up.
void visit_games_through(const Store& store, const PositionGoal& goal,
                         const std::function<bool(const GameThrough&)>& visitor);

/// The index of positions.
///
/// A position's key is 32 bits of its hash, game and variant mixed in. The index is a few segments,
/// each the sorted list (key, game, turn) of the games that came in since the last one, cut into
/// pages of some 4 KiB in which each number is written as the difference from the one before, seven
/// bits a byte. So a position costs about seven bytes, a look-up one page for each segment.
struct IndexSize {
  std::uint64_t games = 0;      ///< in the index
  std::uint64_t positions = 0;  ///< in all its games
  std::uint64_t bytes = 0;
  std::uint64_t unindexed = 0;  ///< games that it does not know
};

IndexSize index_size(const Store& store);

/// Brings all games into the index, in one transaction; `rebuild` begins anew, which also joins
/// segments and drops what belonged to games that are gone. `progress` hears of each game.
IndexSize index_positions(Store& store, bool rebuild = false, const Progress& progress = nullptr);

/// Ids of games that the index should know and does not find at one of their positions.
std::vector<std::int64_t> games_missing_in_index(const Store& store);
/// Whether its pages are those of its segments, and as large as these say.
bool index_is_whole(const Store& store);

}  // namespace schiri::db
