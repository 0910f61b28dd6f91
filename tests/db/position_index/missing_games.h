#pragma once

#include "db/position_index/index_check.h"
#include "db/sqlite/connection.h"
#include "tests/catch.h"

namespace schiri::db {

/// The ids of games in the index that it does not find at one of their positions, and whether it
/// has its recorded size and has counted right.
inline std::vector<std::int64_t> games_missing_in_index(const Store& store) {
  SQLite::Database& database = store.connection().database();
  IndexCheck check(database);
  std::vector<std::int64_t> missing;
  Statement select(database, std::string("SELECT ") + StoredLine::columns +
                                 ", result FROM game JOIN movetext ON movetext.game_id = game.id"
                                 " WHERE game.id NOT IN (SELECT game_id FROM unindexed)");
  StoredLine line;
  while (select.executeStep()) {
    line.read(select);
    if (!check.matches(line, select.text(StoredLine::column_count))) missing.push_back(line.id());
  }
  CHECK(check.is_whole());
  CHECK(check.has_right_sums());
  return missing;
}

}  // namespace schiri::db
