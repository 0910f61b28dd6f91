#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "db/games/store.h"
#include "db/games/stored_line.h"
#include "db/position_index/game_search.h"
#include "db/position_index/position_goal.h"

/// The position index: finds the games that reach a position without replaying all. Queries, the
/// check of a database and `schiri db index` use it; it uses `db/games` and `db/sqlite`.
namespace schiri::db {

/// A game that reaches a position.
struct GameThrough {
  std::int64_t id = 0;
  std::uint64_t turns_before = 0;              ///< before it first reaches the position
  const std::vector<std::string_view>& turns;  ///< of the whole game; valid during the call
  Statement& row;                              ///< with the chosen columns
};

/// Which games are visited, and which of their columns the visitor reads.
struct GameChoice {
  /// The index of the first chosen column.
  static constexpr int first_column = StoredLine::column_count;

  OtherConditions conditions;
  std::string columns;  ///< as in `, game.result, game.date`
};

/// Visits every game that reaches a position until the visitor returns false: first the indexed
/// games in the order of ids, each checked by replaying it, then the others in the same order,
/// found by replaying all of them. Throws StartError for an invalid position.
void visit_games_through(const Store& store, const PositionGoal& goal, const GameChoice& choice,
                         const std::function<bool(const GameThrough&)>& visitor);

/// The size of the index.
///
/// A position's key is 32 bits of its hash, game and variant mixed in. The index is a few segments,
/// each the sorted list (key, game, turn) of the games stored after those of the segment before,
/// split into pages of about 4 KiB with delta-encoded numbers, seven bits a byte. A position takes
/// about seven bytes, a look-up one page for each segment. Beside them a segment has the boards of
/// its games (board_page.h), for searches by pieces and patterns.
struct IndexSize {
  std::uint64_t games = 0;      ///< indexed games
  std::uint64_t positions = 0;  ///< positions of all indexed games
  std::uint64_t bytes = 0;      ///< of the positions
  std::uint64_t unindexed = 0;  ///< games that are not indexed
  std::uint64_t board_bytes = 0;
};

IndexSize index_size(const Store& store);

/// Adds all unindexed games to the index, in one transaction. `rebuild` empties the index first,
/// which also joins segments.
IndexSize index_positions(Store& store, bool rebuild = false, const Progress& progress = nullptr);

/// Ids of indexed games that the index does not find at one of their positions.
std::vector<std::int64_t> games_missing_in_index(const Store& store);
/// Whether the pages of the index belong to its segments and have the sizes recorded there.
bool index_is_whole(const Store& store);

}  // namespace schiri::db
