#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "db/sqlite/connection.h"

namespace schiri::db {

/// Rows of the table `game` as ratings see them. Names are looked up in memory, which is quicker
/// than joining.
class ResultRows {
 public:
  /// For `SELECT ... FROM game`.
  static constexpr const char* columns =
      "game.event_id, game.white_id, game.black_id, game.hash, game.game, game.variant,"
      " game.round, game.date, game.result, game.termination,"
      // As rating::was_not_played; reads the tags of few games.
      " CASE WHEN game.termination = 'abandoned' COLLATE NOCASE THEN game.turns = 0"
      " OR (game.tags LIKE '%[\"WhiteType\",\"program\"]%'"
      " AND game.tags LIKE '%[\"BlackType\",\"program\"]%') ELSE 0 END";

  /// Reads all names.
  explicit ResultRows(Connection& connection);

  /// The texts live until the next step of the statement. Throws StoreDamaged if a name is
  /// missing.
  rating::FinishedGame read(Statement& row) const;

  /// The players' ids in the order of their names.
  std::vector<std::int64_t> players_by_name() const;
  /// Gives the id of each name.
  std::function<std::int64_t(const std::string&)> ids_by_name() const;
  bool has_player(std::int64_t id) const { return players_.contains(id); }
  /// The name. Throws StoreDamaged if it is missing.
  const std::string& player(std::int64_t id) const;

 private:
  using Names = std::unordered_map<std::int64_t, std::string>;

  const std::string& name_of(const char* what, const Names& names, std::int64_t id) const;

  std::string path_;
  Names players_;
  Names events_;
};

}  // namespace schiri::db
