#include "db/query/game_columns.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <stdexcept>

#include "db/games/record_row.h"
#include "db/games/stored_record.h"
#include "db/query/filtered_games.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/plain_sql.h"

namespace schiri::db {

namespace {

struct GameColumn {
  schiri::Column column;
  std::string sql;
};

const std::vector<GameColumn>& all_columns() {
  static const std::vector<GameColumn> all = {
      {{"id", message("id"), Holds::count, "for `--id`; the same in every command"}, "game.id"},
      {{"event", message("event"), Holds::text, "`?` if unknown"}, "event.name"},
      {{"round", message("round"), Holds::text, "integer, or text if it is no number"},
       sql_of_round("game.round")},
      {{"board", message("board"), Holds::text, "what follows the point of the tag `Round`"},
       sql_of_board("game.round")},
      {{"game", message("game")}, "game.game"},
      {{"variant", message("variant")}, "game.variant"},
      {{"date", message("date"), Holds::date, "null without a year"}, sql_of_iso_date("game.date")},
      {{"white", message("White"), Holds::text, "player; `?` if unknown"}, "white.name"},
      {{"black", message("Black"), Holds::text, "player; `?` if unknown"}, "black.name"},
      {{"result", message("result"), Holds::text, "`1-0`, `0-1`, `1/2-1/2` or `*`"}, "game.result"},
      {{"termination", message("termination"), Holds::text, "tag; null if unknown"},
       "nullif(nullif(game.termination, ''), '?')"},
      {{"turns", message("turns"), Holds::count}, "game.turns"},
  };
  return all;
}

GameCell cell(const std::string& key, const Column& column) {
  if (column.isNull()) return {};
  const bool may_be_number = key == "round" || key == "board";
  if (key == "id" || key == "turns" || (may_be_number && column.isInteger())) {
    return static_cast<std::int64_t>(column.getCount());
  }
  return key == "result" ? std::string(stored_result(column)) : column.getString();
}

std::string select() {
  std::string sql;
  for (const GameColumn& column : all_columns()) {
    sql += (sql.empty() ? "SELECT " : ", ") + column.sql;
  }
  return sql + from_named_games;
}

}  // namespace

std::vector<schiri::Column> columns_of_games() {
  std::vector<schiri::Column> columns;
  for (const GameColumn& column : all_columns()) columns.push_back(column.column);
  return columns;
}

const std::string& sql_of_game_column(const std::string& key) {
  for (const GameColumn& column : all_columns()) {
    if (column.column.key == key) return column.sql;
  }
  throw std::out_of_range("no column " + key);
}

void visit_games(const Store& store, const GameFilter& filter,
                 const std::function<bool(const std::vector<GameCell>&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, filter);
    Statement games(store.connection().database(), select() + query.sorted_clauses());
    query.bind(games);
    const auto& columns = all_columns();
    std::vector<GameCell> cells(columns.size());
    while (games.executeStep()) {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i] = cell(columns[i].column.key, games.getColumn(static_cast<int>(i)));
      }
      if (!visitor(cells)) return;
    }
  });
}

}  // namespace schiri::db
