#include "notation/rating/rows.h"

#include <functional>

#include "notation/text/row_text.h"

namespace schiri::rating {

namespace {

std::string_view key_of(TieBreakId id) {
  // The table has another column `performance`.
  if (id == TieBreakId::performance) return "performance_rating";
  return id == TieBreakId::direct_encounter ? "direct_encounter" : name_of(id).key;
}

struct RatingRow {
  const RatingList& list;
  const RatedPlayer& player;
  std::optional<double> draw_rate;  ///< of the list
};

struct RatingColumn {
  const char* key;
  Json (*cell)(const RatingRow& row);
};

constexpr RatingColumn rating_columns[] = {
    {"game", [](const RatingRow& row) { return Json(row.list.game); }},
    {"player", [](const RatingRow& row) { return Json(row.player.name); }},
    {"rating", [](const RatingRow& row) { return value_or_null(row.player.rating); }},
    {"error", [](const RatingRow& row) { return value_or_null(row.player.error); }},
    {"games", [](const RatingRow& row) { return Json(row.player.results.games()); }},
    {"wins", [](const RatingRow& row) { return Json(row.player.results.wins); }},
    {"draws", [](const RatingRow& row) { return Json(row.player.results.draws); }},
    {"losses", [](const RatingRow& row) { return Json(row.player.results.losses); }},
    {"score", [](const RatingRow& row) { return Json(row.player.score()); }},
    {"bound", [](const RatingRow& row) { return text_or_null(symbol(row.player.bound)); }},
    {"variant", [](const RatingRow& row) { return Json(row.list.variant); }},
    {"pool", [](const RatingRow& row) { return Json(row.list.pool); }},
    {"scale", [](const RatingRow& row) { return Json(row.list.scale); }},
    {"effective_games", [](const RatingRow& row) { return Json(row.player.effective_games); }},
    {"los", [](const RatingRow& row) { return value_or_null(row.player.superiority); }},
    {"score_rate",
     [](const RatingRow& row) { return value_or_null(row.player.results.score_rate()); }},
    {"draw_rate",
     [](const RatingRow& row) { return value_or_null(row.player.results.draw_rate()); }},
    {"white_advantage", [](const RatingRow& row) { return value_or_null(row.list.advantage()); }},
    {"white_advantage_error",
     [](const RatingRow& row) { return value_or_null(row.list.first_move_advantage_error); }},
    {"pool_draw_rate", [](const RatingRow& row) { return value_or_null(row.draw_rate); }},
    {"prior_sd", [](const RatingRow& row) { return value_or_null(row.list.prior_sd); }},
    {"volatility", [](const RatingRow& row) { return value_or_null(row.player.volatility); }},
};

struct TableColumn {
  std::string key;
  std::function<Json(const CrossTable&, const CrossTableRow&)> cell;
};

std::vector<TableColumn> table_columns(std::span<const TieBreakId> tie_breaks) {
  using Table = CrossTable;
  using Row = CrossTableRow;
  std::vector<TableColumn> columns = {
      {"game", [](const Table& table, const Row&) { return Json(table.game); }},
      {"player", [](const Table&, const Row& row) { return Json(row.name); }},
      {"rank", [](const Table&, const Row& row) { return Json(row.place); }},
      {"games", [](const Table&, const Row& row) { return Json(row.results.games()); }},
      {"wins", [](const Table&, const Row& row) { return Json(row.results.wins); }},
      {"draws", [](const Table&, const Row& row) { return Json(row.results.draws); }},
      {"losses", [](const Table&, const Row& row) { return Json(row.results.losses); }},
      {"points", [](const Table&, const Row& row) { return Json(row.points); }}};
  for (std::size_t i = 0; i < tie_breaks.size(); ++i) {
    columns.push_back({std::string(key_of(tie_breaks[i])), [i](const Table&, const Row& row) {
                         return value_or_null(row.tie_breaks.at(i));
                       }});
  }
  columns.push_back(
      {"performance", [](const Table&, const Row& row) { return value_or_null(row.performance); }});
  columns.push_back({"performance_bound", [](const Table&, const Row& row) {
                       return text_or_null(symbol(row.performance_bound));
                     }});
  columns.push_back(
      {"variant", [](const Table& table, const Row&) { return Json(table.variant); }});
  columns.push_back({"pool", [](const Table& table, const Row&) { return Json(table.pool); }});
  return columns;
}

}  // namespace

std::vector<std::string> rating_keys() {
  std::vector<std::string> keys;
  for (const RatingColumn& column : rating_columns) keys.emplace_back(column.key);
  return keys;
}

std::vector<Json> RatingRows::cells(const RatedPlayer& player) const {
  const RatingRow row{list_, player, draw_rate_};
  std::vector<Json> cells;
  for (const RatingColumn& column : rating_columns) cells.push_back(column.cell(row));
  return cells;
}

std::vector<std::string> table_keys(std::span<const TieBreakId> tie_breaks) {
  std::vector<std::string> keys;
  for (TableColumn& column : table_columns(tie_breaks)) keys.push_back(std::move(column.key));
  return keys;
}

std::vector<Json> table_cells(const CrossTable& table, std::size_t row) {
  std::vector<Json> cells;
  for (const TableColumn& column : table_columns(table.tie_breaks)) {
    cells.push_back(column.cell(table, table.rows[row]));
  }
  return cells;
}

Json table_row(const CrossTable& table, std::size_t row) {
  Json object = object_of(table_keys(table.tie_breaks), table_cells(table, row));
  Json against = Json::object();
  for (const CrossTableCell& cell : table.rows[row].cells) {
    const Wdl& results = cell.results;
    against[table.rows[cell.opponent].name] = {results.wins, results.draws, results.losses};
  }
  object["against"] = against;
  return object;
}

}  // namespace schiri::rating
