#include "db/query/game_columns.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <array>

#include "db/games/record_row.h"
#include "db/games/stored_record.h"
#include "db/query/filtered_games.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/plain_sql.h"

namespace schiri::db {

namespace {

const std::array<GameColumn, 12>& columns() {
  static const std::array<GameColumn, 12> all = {{
      {"id", "game.id"},
      {"event", "event.name"},
      {"round", sql_of_round("game.round")},
      {"board", sql_of_board("game.round")},
      {"game", "game.game"},
      {"variant", "game.variant"},
      {"date", sql_of_iso_date("game.date")},
      {"white", "white.name"},
      {"black", "black.name"},
      {"result", "game.result"},
      {"termination", "nullif(nullif(game.termination, ''), '?')"},
      {"turns", "game.turns"},
  }};
  return all;
}

GameCell cell(const GameColumn& kind, const Column& column) {
  if (column.isNull()) return {};
  const bool may_be_number = kind.name == "round" || kind.name == "board";
  if (kind.name == "id" || kind.name == "turns" || (may_be_number && column.isInteger())) {
    return static_cast<std::int64_t>(column.getCount());
  }
  return kind.name == "result" ? std::string(stored_result(column)) : column.getString();
}

std::string select() {
  std::string sql;
  for (const GameColumn& column : columns()) {
    sql += (sql.empty() ? "SELECT " : ", ") + column.sql;
  }
  return sql + from_named_games;
}

}  // namespace

std::span<const GameColumn> game_columns() { return columns(); }

void visit_games(const Store& store, const GameFilter& filter,
                 const std::function<bool(const std::vector<GameCell>&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, filter);
    Statement games(store.connection().database(), select() + query.sorted_clauses());
    query.bind(games);
    std::vector<GameCell> cells(columns().size());
    while (games.executeStep()) {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i] = cell(columns()[i], games.getColumn(static_cast<int>(i)));
      }
      if (!visitor(cells)) return;
    }
  });
}

}  // namespace schiri::db
