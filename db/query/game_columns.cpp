#include "db/query/game_columns.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "db/games/record_row.h"
#include "db/games/stored_record.h"
#include "db/query/filter_query.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

constexpr GameColumn columns[] = {
    {"id", "game.id"},           {"event", "event.name"},
    {"round", "game.round"},     {"game", "game.game"},
    {"variant", "game.variant"}, {"date", "game.date"},
    {"white", "white.name"},     {"black", "black.name"},
    {"result", "game.result"},   {"termination", "nullif(nullif(game.termination, ''), '?')"},
    {"turns", "game.turns"},
};

GameCell cell(const GameColumn& kind, const Column& column) {
  if (column.isNull()) return {};
  if (kind.name == "id" || kind.name == "turns") {
    return static_cast<std::int64_t>(column.getCount());
  }
  return kind.name == "result" ? std::string(stored_result(column)) : column.getString();
}

std::string select() {
  std::string sql;
  for (const GameColumn& column : columns) {
    sql += (sql.empty() ? "SELECT " : ", ") + std::string(column.sql);
  }
  return sql + from_named_games;
}

}  // namespace

std::span<const GameColumn> game_columns() { return columns; }

void visit_games(const Store& store, const GameFilter& filter,
                 const std::function<bool(const std::vector<GameCell>&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, filter);
    Statement games(store.connection().database(), select() + query.sorted_clauses());
    query.bind(games);
    std::vector<GameCell> cells(std::size(columns));
    while (games.executeStep()) {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i] = cell(columns[i], games.getColumn(static_cast<int>(i)));
      }
      if (!visitor(cells)) return;
    }
  });
}

}  // namespace schiri::db
