#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/games/stored_line.h"
#include "db/position_index/position_index.h"

/// The parts of the position index as rows of the database: made, read and dissolved. The searches
/// of position_index.h and the check of the index (index_check.h) use it. Functions throw
/// SQLite::Exception, also for a damaged index.
namespace schiri::db {

/// The bits of a position's key by which the index lists its games.
inline std::uint32_t short_key(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

/// The ids of the games that the index lists at a position, ascending. Where a part has counted
/// the position's turns, `take_sum`, if there is one, gets them in place of the part's games.
std::vector<std::int64_t> games_at(SQLite::Database& database, std::uint64_t key,
                                   const std::function<void(const TurnSum&)>& take_sum = {});

/// Makes parts of games, which come in the order of their ids. Needs about 120 MB.
class PartMaker {
 public:
  explicit PartMaker(SQLite::Database& database);

  /// `result`: of the game, as it is stored.
  void add(const StoredLine& line, std::string_view result);
  /// Stores the last part.
  void finish();

 private:
  struct Entry {
    std::uint64_t key;
    std::uint32_t game;  ///< index into games_
    std::uint32_t turn;  ///< where the turn after the position begins in turns_
  };
  struct PartGame {
    std::int64_t id;
    std::string result;
  };
  using Run = std::vector<Entry>::iterator;

  void sort_entries();
  std::uint64_t store_pairs(std::int64_t part);
  void count_turns(std::int64_t part);
  void count_turns_at(std::int64_t part, Run begin, Run end);

  SQLite::Database& database_;
  std::vector<Entry> entries_;
  std::vector<Entry> sorted_;
  std::vector<PartGame> games_;
  std::string turns_;  ///< of all games, each with a space, each game's with a line feed
};

/// Makes the games of stale parts unindexed and deletes these parts; also those of small parts if
/// there are nearly as many unindexed games, so that parts do not become many.
void dissolve_parts(SQLite::Database& database);

/// Visits the pairs of a part: `visitor(std::uint32_t key, std::int64_t game)`.
void visit_pairs(SQLite::Database& database, std::int64_t part,
                 const std::function<void(std::uint32_t, std::int64_t)>& visitor);

}  // namespace schiri::db
