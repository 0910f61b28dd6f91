#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>
#include <unordered_map>

#include "core/rating/games/game_log.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

/// Rows of the table `game` for ratings. Names are looked up in memory, which is faster than
/// joining.
class ResultRows {
 public:
  /// For `SELECT ... FROM game`.
  static constexpr const char* columns =
      "game.event_id, game.white_id, game.black_id, game.hash, game.game, game.variant,"
      " game.round, game.date, game.result, game.termination,"
      // As rating::was_not_played; reads the tags of few games.
      " CASE WHEN game.termination = 'abandoned' COLLATE NOCASE THEN game.turns = 0"
      " OR (game.tags LIKE '%[\"WhiteType\",\"program\"]%'"
      " AND game.tags LIKE '%[\"BlackType\",\"program\"]%') ELSE 0 END,"
      " game.turns, game.position";
  static constexpr int column_count = 13, result_column = 8, termination_column = 9;

  /// Reads all names.
  explicit ResultRows(Connection& connection);

  /// The texts are valid until the next step of the statement. Throws StoreDamaged if a name is
  /// missing.
  rating::FinishedGame read(Statement& row) const;

 private:
  using Names = std::unordered_map<std::int64_t, std::string>;

  const std::string& name_of(const char* what, const Names& names, std::int64_t id) const;

  std::string path_;
  Names players_;
  Names events_;
};

}  // namespace schiri::db
