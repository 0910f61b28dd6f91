#include "db/query/filtered_games.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/match/game.h"
#include "core/rating/games/game_log.h"
#include "db/games/compact_movetext.h"
#include "db/games/name_ids.h"
#include "db/games/record_row.h"
#include "db/position_index/position_index.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/plain_sql.h"
#include "db/sqlite/transaction.h"
#include "notation/text/json.h"

namespace schiri::db {

namespace {

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

std::unordered_map<std::int64_t, std::string> names_of(SQLite::Database& database,
                                                       const std::string& table) {
  std::unordered_map<std::int64_t, std::string> names;
  Statement select(database, "SELECT id, name FROM " + table);
  while (select.executeStep()) {
    names.emplace(select.id(0), select.text(1));
  }
  return names;
}

ResultRows::ResultRows(Connection& connection)
    : path_(connection.path()),
      players_(names_of(connection.database(), "player")),
      events_(names_of(connection.database(), "event")) {}

rating::FinishedGame ResultRows::read(Statement& row) const {
  rating::FinishedGame game;
  game.event = name_of("event", events_, row.id(0));
  game.white = name_of("player", players_, row.id(1));
  game.black = name_of("player", players_, row.id(2));
  game.hash = row.hash(3);
  game.game = row.getColumn(4).view();
  game.variant = row.getColumn(5).view();
  game.round = row.getColumn(6).view();
  game.date = row.getColumn(7).view();
  game.result = stored_outcome(stored_result(row.getColumn(result_column)));
  game.termination = row.getColumn(termination_column).view();
  game.unplayed = row.flag(10);
  game.turns = row.count(11);
  game.position = row.getColumn(12).view();
  return game;
}

const std::string& ResultRows::name_of(const char* what, const Names& names,
                                       std::int64_t id) const {
  const auto found = names.find(id);
  if (found != names.end()) return found->second;
  throw StoreDamaged(message(
      "{0}: the database is damaged: a game refers to the {1} {2}, which does not exist; run "
      "'schiri db check'",
      path_, what, id));
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

constexpr const char* more_columns =
    ", game.number, game.site, game.outcome, game.reason, game.tags, movetext.comments";

/// The first column of the line, and those of `more_columns`.
constexpr int line_column = ResultRows::column_count;
constexpr int number_column = line_column + StoredLine::column_count;
constexpr int site_column = number_column + 1;
constexpr int outcome_column = site_column + 1;
constexpr int reason_column = outcome_column + 1;
constexpr int tags_column = reason_column + 1;
constexpr int comments_column = tags_column + 1;

std::optional<Ending> stored_ending(Statement& row) {
  if (row.is_null(outcome_column)) return std::nullopt;
  const Column column = row.getColumn(outcome_column);
  for (const Outcome outcome : {Outcome::white_wins, Outcome::black_wins, Outcome::draw}) {
    if (outcome_name(outcome) != column.view()) continue;
    return Ending{outcome, row.getColumn(reason_column).view()};
  }
  column.fail("is not an outcome");
}

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

/// What a column is on the tables `game`, `event`, `white` and `black`. Throws std::out_of_range
/// for an unknown key.
const std::string& sql_of_game_column(const std::string& key) {
  for (const GameColumn& column : all_columns()) {
    if (column.column.key == key) return column.sql;
  }
  throw std::out_of_range("no column " + key);
}

/// The value by which a column is sorted: names alphabetically, unknown ones last.
std::string sorting_sql(const std::string& key) {
  const bool is_name = key == "event" || key == "white" || key == "black";
  return is_name ? "name_order(" + sql_of_game_column(key) + ")" : sql_of_game_column(key);
}

}  // namespace

std::string ids_called(const Store& store, const std::string& table, const std::string& name) {
  SQLite::Database& database = store.connection().database();
  std::vector<std::int64_t> ids = ids_of_current_name(database, table, name);
  if (ids.empty()) ids = ids_of_part(database, table, name);
  return id_list(ids);
}

FilterQuery::FilterQuery(const Store& store, const GameFilter& filter)
    : limit_(filter.limit), offset_(filter.offset), sort_(filter.sort) {
  for (const std::string& player : filter.players) {
    const std::string ids = ids_called(store, "player", player);
    conditions_.push_back("(game.white_id IN " + ids + " OR game.black_id IN " + ids + ")");
  }
  const auto equals = [&](const char* condition, const std::string& value) {
    if (!value.empty()) require(condition, value);
  };
  if (filter.id) require("game.id = ?", std::to_string(*filter.id));
  if (filter.number) require("game.number = ?", std::to_string(*filter.number));
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
  // In the order of ids the first games are enough.
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (limit_ && sort_.empty() && *limit_ < most - offset_) {
    most = *limit_ + offset_;
  }
  require("game.id IN (SELECT value FROM json_each(?))",
          json_list(games_found(store, search, as_conditions(), most)));
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
    order += sorting_sql(key) + (is_descending ? " DESC NULLS LAST, " : " NULLS LAST, ");
  }
  return conditions() + " ORDER BY " + order + "game.id" + limits();
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

GameRow::GameRow(Statement& row, const rating::FinishedGame& finished, const StoredLine& line)
    : row_(row),
      finished_(finished),
      line_(line),
      result_(stored_result(row.getColumn(ResultRows::result_column))),
      ending_(stored_ending(row)) {}

StoredRecord GameRow::record() const {
  const auto text_or_nothing = [&](int column) {
    return row_.is_null(column) ? std::nullopt : std::optional(row_.text(column));
  };
  RecordRow tags;
  tags.event = finished_.event;
  tags.site = row_.text(site_column);
  tags.date = finished_.date;
  tags.round = finished_.round;
  tags.white = finished_.white;
  tags.black = finished_.black;
  tags.result = result_;
  tags.game = finished_.game;
  tags.variant = finished_.variant;
  tags.position = text_or_nothing(line_column + StoredLine::position_column);
  tags.roll = text_or_nothing(line_column + StoredLine::roll_column);
  tags.termination = text_or_nothing(ResultRows::termination_column);
  tags.other_tags = text_or_nothing(tags_column);
  StoredRecord stored{line_.id(), std::nullopt, tags.record()};
  if (!row_.is_null(number_column)) stored.number = row_.count(number_column);
  stored.record.movetext = read_compact_movetext(line_.text());
  stored.record.trailing_comments = read_compact_comments(row_.text(comments_column));
  return stored;
}

void visit_game_rows(const Store& store, const GameFilter& filter,
                     const std::function<void(const GameRow&)>& visitor) {
  store.connection().run([&] {
    const ResultRows rows(store.connection());
    const FilterQuery query(store, filter);
    Statement select(store.connection().database(),
                     std::string("SELECT ") + ResultRows::columns + ", " + StoredLine::columns +
                         more_columns + " FROM game JOIN movetext ON movetext.game_id = game.id" +
                         query.clauses());
    query.bind(select);
    StoredLine line;
    while (select.executeStep()) {
      line.read(select, line_column);
      visitor(GameRow(select, rows.read(select), line));
    }
  });
}

std::vector<schiri::Column> columns_of_games() {
  std::vector<schiri::Column> columns;
  for (const GameColumn& column : all_columns()) columns.push_back(column.column);
  return columns;
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
