#include "db/query/filtered_games.h"

#include "core/base/names.h"
#include "core/base/text.h"
#include "db/games/aliases.h"
#include "db/games/name_ids.h"
#include "db/games/result_rows.h"
#include "db/position_index/game_search.h"
#include "db/query/game_columns.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "notation/text/json.h"

namespace schiri::db {

namespace {

std::string json_list(const std::vector<std::int64_t>& ids) {
  std::string list = "[";
  for (const std::int64_t id : ids) list += (list.size() > 1 ? "," : "") + std::to_string(id);
  return list + "]";
}

std::vector<std::int64_t> ids_of_part(SQLite::Database& database, const std::string& table,
                                      const std::string& part) {
  std::vector<std::int64_t> ids;
  Statement select(database, "SELECT id, name FROM " + table + " ORDER BY id");
  while (select.executeStep()) {
    if (is_part_of_name(part, select.text(1))) {
      ids.push_back(select.id(0));
    }
  }
  return ids;
}

}  // namespace

std::string ids_called(const Store& store, const std::string& table, const std::string& name) {
  SQLite::Database& database = store.connection().database();
  std::vector<std::int64_t> ids = ids_of_current_name(database, table, name);
  if (ids.empty()) ids = ids_of_part(database, table, name);
  return id_list(ids);
}

FilterQuery::FilterQuery(const Store& store, const GameFilter& filter)
    : limit_(filter.limit),
      offset_(filter.offset),
      sort_(filter.sort),
      descending_(filter.descending) {
  for (const std::string& player : filter.players) {
    const std::string ids = ids_called(store, "player", player);
    conditions_.push_back("(game.white_id IN " + ids + " OR game.black_id IN " + ids + ")");
  }
  const auto equals = [&](const char* condition, const std::string& value) {
    if (!value.empty()) require(condition, value);
  };
  if (filter.id) require("game.id = ?", std::to_string(*filter.id));
  equals("game.game = ?", filter.game);
  equals("game.variant = ?", filter.variant);
  std::string events;
  for (const std::string& event : filter.events) {
    events +=
        (events.empty() ? "(" : " OR ") + ("game.event_id IN " + ids_called(store, "event", event));
  }
  if (!events.empty()) conditions_.push_back(events + ")");
  if (!filter.results.empty()) {
    Json results = Json::array();
    for (const std::string& result : filter.results) results.push_back(result);
    require("game.result IN (SELECT value FROM json_each(?))", results.dump());
  }
  equals("day_of(game.date) >= ?", filter.since);
  equals("last_day_of(game.date) <= ?", filter.until);
  if (!filter.positions.is_empty()) find_positions(store, filter.positions);
}

void FilterQuery::find_positions(const Store& store, const PositionSearch& search) {
  require("game.id IN (SELECT value FROM json_each(?))",
          json_list(games_found(store, search, as_conditions())));
}

void FilterQuery::require(std::string condition, const std::string& value) {
  values_.push_back(value);
  // Each ? of the condition means the same value: ?1, ?2, ...
  const std::string parameter = "?" + std::to_string(values_.size());
  for (auto at = condition.find('?'); at != condition.npos; at = condition.find('?', at + 2)) {
    condition.replace(at, 1, parameter);
  }
  conditions_.push_back(std::move(condition));
}

OtherConditions FilterQuery::as_conditions() const {
  return {join(conditions_, " AND "), [this](Statement& statement) { bind_conditions(statement); }};
}

std::string FilterQuery::conditions() const {
  return conditions_.empty() ? "" : " WHERE " + join(conditions_, " AND ");
}

std::string FilterQuery::sorted_clauses() const {
  std::string order;
  for (const auto& [key, is_descending] : sort_) {
    const bool is_reversed = is_descending != descending_;
    order += sql_of_game_column(key) + (is_reversed ? " DESC NULLS FIRST, " : " NULLS LAST, ");
  }
  return conditions() + " ORDER BY " + order + "game.id" + (descending_ ? " DESC" : "") + limits();
}

std::string FilterQuery::limits() const {
  if (!limit_ && offset_ == 0) return {};
  const std::size_t first = values_.size() + 1;
  return " LIMIT ?" + std::to_string(first) + " OFFSET ?" + std::to_string(first + 1);
}

int FilterQuery::bind_conditions(Statement& statement) const {
  int index = 0;
  for (const std::string& value : values_) statement.bind_value(++index, value);
  return index;
}

void FilterQuery::bind(Statement& statement) const {
  int index = bind_conditions(statement);
  if (!limit_ && offset_ == 0) return;
  statement.bind(++index, limit_ ? to_stored_count(*limit_) : std::int64_t{-1});
  statement.bind(++index, to_stored_count(offset_));
}

void visit_records(const Store& store, const GameFilter& filter,
                   const std::function<bool(StoredRecord&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, filter);
    Statement select(store.connection().database(), select_records + query.clauses());
    query.bind(select);
    while (select.executeStep()) {
      StoredRecord stored = stored_record(select);
      if (!visitor(stored)) return;
    }
  });
}

std::uint64_t count_games(const Store& store, const GameFilter& filter) {
  return store.connection().run([&] {
    const FilterQuery query(store, filter);
    Statement select(store.connection().database(),
                     "SELECT count(*) FROM (SELECT 1 FROM game" + query.clauses() + ")");
    query.bind(select);
    return select.executeStep() ? select.count(0) : std::uint64_t{0};
  });
}

void visit_results(const Store& store, const GameFilter& filter,
                   const std::function<void(const rating::FinishedGame&)>& visitor) {
  store.connection().run([&] {
    const ResultRows rows(store.connection());
    const FilterQuery query(store, filter);
    Statement select(store.connection().database(),
                     std::string("SELECT ") + ResultRows::columns + " FROM game" + query.clauses());
    query.bind(select);
    FirstSpellings spellings;
    while (select.executeStep()) {
      rating::FinishedGame game = rows.read(select);
      for (std::string_view* name : {&game.white, &game.black, &game.event}) {
        *name = spellings[*name];
      }
      visitor(game);
    }
  });
}

std::vector<rating::GameCounts> count_results(const Store& store, const GameFilter& filter) {
  return store.connection().run([&] {
    // All statements below must see the same games.
    const Snapshot snapshot(store.connection());
    rating::GameCollector games;
    visit_results(store, filter, [&](const rating::FinishedGame& game) { games.add(game); });
    return std::vector<rating::GameCounts>(games.logs().begin(), games.logs().end());
  });
}

}  // namespace schiri::db
