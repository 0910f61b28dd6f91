#include "notation/rating/rows.h"

#include "notation/text/row_text.h"

namespace schiri::rating {

namespace {

std::string_view key_of(TieBreakId id) {
  // The table has another column `performance`.
  if (id == TieBreakId::performance) return "performance_rating";
  return id == TieBreakId::direct_encounter ? "direct_encounter" : name_of(id).key;
}

}  // namespace

std::vector<std::string> rating_keys() {
  return {"game",
          "player",
          "rating",
          "error",
          "games",
          "wins",
          "draws",
          "losses",
          "score",
          "bound",
          "variant",
          "pool",
          "scale",
          "effective_games",
          "los",
          "score_rate",
          "draw_rate",
          "white_advantage",
          "white_advantage_error",
          "pool_draw_rate",
          "prior_sd",
          "volatility"};
}

std::vector<Json> RatingRows::cells(const RatedPlayer& player) const {
  return {list_.game,
          player.name,
          value_or_null(player.rating),
          value_or_null(player.error),
          player.results.games(),
          player.results.wins,
          player.results.draws,
          player.results.losses,
          player.score(),
          text_or_null(symbol(player.bound)),
          list_.variant,
          list_.pool,
          list_.scale,
          player.effective_games,
          value_or_null(player.superiority),
          value_or_null(player.results.score_rate()),
          value_or_null(player.results.draw_rate()),
          value_or_null(list_.advantage()),
          value_or_null(list_.first_move_advantage_error),
          value_or_null(draw_rate_),
          value_or_null(list_.prior_sd),
          value_or_null(player.volatility)};
}

std::vector<std::string> table_keys(std::span<const TieBreakId> tie_breaks) {
  std::vector<std::string> keys = {"game", "player", "rank",   "games",
                                   "wins", "draws",  "losses", "points"};
  for (const TieBreakId id : tie_breaks) keys.emplace_back(key_of(id));
  keys.insert(keys.end(), {"performance", "performance_bound", "variant", "pool"});
  return keys;
}

std::vector<Json> table_cells(const CrossTable& table, std::size_t row) {
  const CrossTableRow& its = table.rows[row];
  std::vector<Json> cells = {table.game,          its.name,         its.place,
                             its.results.games(), its.results.wins, its.results.draws,
                             its.results.losses,  its.points};
  for (const auto& tie_break : its.tie_breaks) cells.push_back(value_or_null(tie_break));
  cells.push_back(value_or_null(its.performance));
  cells.push_back(text_or_null(symbol(its.performance_bound)));
  cells.emplace_back(table.variant);
  cells.emplace_back(table.pool);
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
