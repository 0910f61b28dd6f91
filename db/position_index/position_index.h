#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "db/games/store.h"
#include "db/games/stored_line.h"
#include "notation/position_search.h"

/// The position index: finds the games that reach a position without replaying all. Queries, the
/// check of a database and `schiri db index` use it; it uses `db/games` and `db/sqlite`.
///
/// The index consists of parts, each with the games that were indexed together (two million
/// positions at most). A part lists the games through each position by 32 bits of the position's
/// key, its hash with game and variant mixed in. So a game that it names is replayed before it
/// counts; but for positions that many of its games reach, a part has the turns that were played
/// there, by all 64 bits. An index may also name games that were removed or changed since; changed
/// and new ones are in the table `unindexed` and are always replayed.
namespace schiri::db {

/// A position to be searched for in games; empty text means the game's default.
struct PositionGoal {
  std::string game;
  std::string variant = {};
  std::string position = {};
  std::string roll = {};
};

/// Conditions on the table `game` that the games of a search meet as well.
struct OtherConditions {
  std::string sql = {};                                      ///< joined by AND; empty: none
  std::function<void(Statement&)> bind = [](Statement&) {};  ///< from the first parameter on
};

/// A game that reaches a position.
struct GameThrough {
  std::int64_t id = 0;
  std::uint64_t turns_before = 0;              ///< before it first reaches the position
  const std::vector<std::string_view>& turns;  ///< of the whole game; valid during the call
  Statement& row;                              ///< with the chosen columns
};

/// The games of a part of the index that played the same turn in a position; from White's side.
struct TurnSum {
  std::string turn;  ///< empty: the game ends there
  std::uint64_t games = 0;
  std::uint64_t white_wins = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t longest = 0;      ///< turns from the position to the end of the longest game
  std::int64_t longest_game = 0;  ///< its id, the lowest of several

  /// Counts a game, or several.
  void add_result(std::string_view result, std::uint64_t length, std::int64_t game);
  void add(const TurnSum& other);

  friend bool operator==(const TurnSum&, const TurnSum&) = default;

 private:
  void add_length(std::uint64_t length, std::int64_t game);
};

/// Which games are visited, and which of their columns the visitor reads.
struct GameChoice {
  /// The index of the first chosen column.
  static constexpr int first_column = StoredLine::column_count;

  OtherConditions conditions;
  std::string columns;  ///< as in `, game.result, game.date`
  /// Takes what the index has counted in place of these games, which are not visited; only if the
  /// conditions choose all games of the goal's game and variant. Empty: all games are visited.
  std::function<void(const TurnSum&)> take_sum = {};
};

/// Visits every game that reaches a position until the visitor returns false: first the indexed
/// games in the order of ids, then the others in the same order. Throws StartError for an invalid
/// position.
void visit_games_through(const Store& store, const PositionGoal& goal, const GameChoice& choice,
                         const std::function<bool(const GameThrough&)>& visitor);

/// The ids of the games that a search finds, ascending. The index narrows a search for positions;
/// all other games that meet the conditions are replayed, on several threads. The first `most`
/// games are among the ids, more may be missing. Throws SQLite::Exception, so call it within
/// Connection::run.
std::vector<std::int64_t> games_found(
    const Store& store, const PositionSearch& search, const OtherConditions& others = {},
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

struct IndexSize {
  std::uint64_t games = 0;      ///< indexed games
  std::uint64_t positions = 0;  ///< positions of all indexed games
  std::uint64_t unindexed = 0;  ///< games that are not indexed
};

IndexSize index_size(const Store& store);

/// Adds all unindexed games to the index, in one transaction. `rebuild` empties the index first.
IndexSize index_positions(Store& store, bool rebuild = false, const Progress& progress = nullptr);

}  // namespace schiri::db
