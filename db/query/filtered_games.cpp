#include "db/query/filtered_games.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/match/game.h"
#include "core/rating/games/game_log.h"
#include "core/tournament/systems.h"
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
  std::unordered_set<std::int64_t> paired_by_results_;  ///< events
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

/// The events that were played here in a system which pairs by results.
std::unordered_set<std::int64_t> events_paired_by_results(SQLite::Database& database) {
  std::unordered_set<std::int64_t> events;
  Statement select(
      database,
      "SELECT id, coalesce(config ->> '$.system', '') FROM event WHERE json_valid(config)");
  while (select.executeStep()) {
    const auto system = find_system(select.text(1));
    if (system && system_of(*system).pairs_by_results) events.insert(select.id(0));
  }
  return events;
}

ResultRows::ResultRows(Connection& connection)
    : path_(connection.path()),
      players_(names_of(connection.database(), "player")),
      events_(names_of(connection.database(), "event")),
      paired_by_results_(events_paired_by_results(connection.database())) {}

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
  game.pairs_by_results = paired_by_results_.contains(row.id(0));
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
  std::string order = {};  ///< what it is sorted by, if that is something else
};

/// The value of a tag, on the table `game`.
std::string sql_of_tag(const std::string& name) {
  static const std::map<std::string, std::string, std::less<>> columns = {
      {"Event", "(SELECT name FROM event WHERE id = game.event_id)"},
      {"White", "(SELECT name FROM player WHERE id = game.white_id)"},
      {"Black", "(SELECT name FROM player WHERE id = game.black_id)"},
      {"Site", "game.site"},
      {"Date",
       "iif(game.date IN ('', '?'), '" + std::string(unknown_value("Date")) + "', game.date)"},
      {"Round", "game.round"},
      {"Result", "game.result"},
      {"Game", "game.game"},
      {"Variant", "game.variant"},
      {"Position", "game.position"},
      {"Roll", "game.roll"},
      {"Termination", "game.termination"}};
  const auto column = columns.find(name);
  if (column != columns.end()) return column->second;
  return "(SELECT value ->> '$[1]' FROM json_each(game.tags) WHERE value ->> '$[0]' = '" +
         with_replaced(name, "'", "''") + "')";
}

std::string sql_of_rating_tag(const std::string& tag) { return sql_of_rating(sql_of_tag(tag)); }

/// A date of which a part is unknown comes after all that it may be.
std::string sql_of_date_order(const std::string& iso_date) {
  return "(" + iso_date + ") || substr('-~~-~~', length(" + iso_date + ") - 3)";
}

const std::vector<GameColumn>& all_columns() {
  static const std::vector<GameColumn> all = {
      {{"id", message("id"), Holds::count, "for `--id`; the same in every command"}, "game.id"},
      {{"event", message("event"), Holds::text, "`?` if unknown"},
       "event.name",
       "name_order(event.name)"},
      {{"round", message("round"), Holds::text, "integer, or text if it is no number"},
       sql_of_round("game.round")},
      {{"board", message("board"), Holds::text, "what follows the point of the tag `Round`"},
       sql_of_board("game.round")},
      {{"game", message("game")}, "game.game"},
      {{"variant", message("variant")}, "game.variant"},
      {{"date", message("date"), Holds::date, "null without a year"},
       sql_of_iso_date("game.date"),
       sql_of_date_order(sql_of_iso_date("game.date"))},
      {{"white", message("White"), Holds::text, "player; `?` if unknown"},
       "white.name",
       "name_order(white.name)"},
      {{"black", message("Black"), Holds::text, "player; `?` if unknown"},
       "black.name",
       "name_order(black.name)"},
      {{"result", message("result"), Holds::text, "`1-0`, `0-1`, `1/2-1/2` or `*`"}, "game.result"},
      {{"termination", message("termination"), Holds::text, "tag; null if unknown"},
       "nullif(nullif(game.termination, ''), '?')"},
      {{"turns", message("turns"), Holds::count}, "game.turns"},
      {{"ending", message("ending"), Holds::text, "as for `--ending`", Shown::programs},
       sql_of_ending_name()},
      {{"white_rating", "WhiteElo", Holds::rating, "tag `WhiteElo`", Shown::programs},
       sql_of_rating_tag("WhiteElo")},
      {{"black_rating", "BlackElo", Holds::rating, "tag `BlackElo`", Shown::programs},
       sql_of_rating_tag("BlackElo")},
  };
  return all;
}

GameCell cell(const std::string& key, const Column& column) {
  if (column.isNull()) return {};
  const bool may_be_number = key == "round" || key == "board";
  if (key == "id" || key == "turns" || (may_be_number && column.isInteger())) {
    return static_cast<std::int64_t>(column.getCount());
  }
  if (key.ends_with("_rating")) return number_or_none(column).value_or(0);
  return key == "result" ? std::string(stored_result(column)) : column.getString();
}

std::string select() {
  std::string sql;
  for (const GameColumn& column : all_columns()) {
    sql += (sql.empty() ? "SELECT " : ", ") + column.sql;
  }
  return sql + from_named_games;
}

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return text ? std::string_view(text) : std::string_view();
}

/// `fits_tag(VALUE, CONDITIONS)`: does one of the conditions hold, in a JSON list of a relation and
/// a pattern each? As for records, `?` is no value.
void fits_tag(sqlite3_context* context, int, sqlite3_value** arguments) {
  std::string_view value = text_of(arguments[0]);
  if (value == "?") value = {};
  const Json conditions = Json::parse(std::string(text_of(arguments[1])));
  const bool fits = std::any_of(conditions.begin(), conditions.end(), [&](const Json& one) {
    const std::string text = one.get<std::string>();
    const std::size_t end = text.starts_with('=') || text[1] != '=' ? 1 : 2;
    return TagCondition{"", text.substr(0, end), text.substr(end)}.holds(value);
  });
  sqlite3_result_int(context, fits ? 1 : 0);
}

/// Lines of a game and turns that it begins with.
std::string text_of_beginnings(const GameFilter& filter) {
  std::string lines;
  for (const auto& [game, beginnings] : filter.beginnings) {
    for (const auto& turns : beginnings) lines += game + ' ' + join(turns, " ") + '\n';
  }
  return lines;
}

/// `begins_so(GAME, MOVETEXT, LINES)`: does a game begin with the turns of one of the lines?
void begins_so(sqlite3_context* context, int, sqlite3_value** arguments) {
  const std::string_view game = text_of(arguments[0]), movetext = text_of(arguments[1]);
  const auto lines = split(text_of(arguments[2]), '\n');
  const bool begins = std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    const std::size_t end = line.find(' ');
    return end != line.npos && line.substr(0, end) == game &&
           are_first_turns(line.substr(end + 1), movetext);
  });
  sqlite3_result_int(context, begins ? 1 : 0);
}

void add_filter_functions(SQLite::Database& database) {
  database.createFunction("fits_tag", 2, true, nullptr, fits_tag);
  database.createFunction("begins_so", 3, true, nullptr, begins_so);
}

/// What a column is sorted by, on the tables `game`, `event`, `white` and `black`. Throws
/// std::out_of_range for an unknown key.
const std::string& order_of_game_column(const std::string& key) {
  for (const GameColumn& column : all_columns()) {
    if (column.column.key == key) return column.order.empty() ? column.sql : column.order;
  }
  throw std::out_of_range("no column " + key);
}

}  // namespace

std::string ids_called(const Store& store, const std::string& table, const std::string& name) {
  SQLite::Database& database = store.connection().database();
  std::vector<std::int64_t> ids = ids_of_current_name(database, table, name);
  if (ids.empty()) ids = ids_of_part(database, table, name);
  return id_list(ids);
}

std::vector<std::string> names_of_endings(const Store& store) {
  return store.connection().rows("SELECT DISTINCT " + sql_of_ending_name() + " FROM game",
                                 [](Statement& row) { return row.text(0); });
}

std::vector<std::string> names_of_tags(const Store& store) {
  return store.connection().rows(
      "SELECT DISTINCT value ->> '$[0]' FROM game, json_each(game.tags)"
      " WHERE value ->> '$[0]' NOT NULL",
      [](Statement& row) { return row.text(0); });
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
  require_any(store, "event_id", "event", filter.events);
  require_any(store, "white_id", "player", filter.whites);
  require_any(store, "black_id", "player", filter.blacks);
  const auto is_one_of = [&](const std::string& value, const std::vector<std::string>& wanted) {
    if (wanted.empty()) return;
    Json list = Json::array();
    for (const std::string& one : wanted) list.push_back(one);
    require(value + " IN (SELECT value FROM json_each(?))", list.dump());
  };
  is_one_of("game.result", filter.results);
  is_one_of(sql_of_ending_name(), filter.endings);
  require_period(filter);
  if (filter.min_turns) require("game.turns >= ?", std::to_string(*filter.min_turns));
  if (filter.max_turns) require("game.turns <= ?", std::to_string(*filter.max_turns));
  if (!filter.tags.empty() || !filter.beginnings.empty()) {
    add_filter_functions(store.connection().database());
  }
  if (filter.import) {
    require(
        "game.id IN (SELECT game.id FROM game JOIN import ON game.id BETWEEN first_game AND"
        " last_game WHERE import.id = ? AND (number IS NULL OR event_id IN (SELECT CAST(name AS"
        " INTEGER) FROM merged WHERE import_id = import.id AND kind = 'event')))",
        std::to_string(*filter.import));
  }
  if (filter.upset) {
    const std::string white = sql_of_rating_tag("WhiteElo"), black = sql_of_rating_tag("BlackElo");
    require("CASE game.result WHEN '1-0' THEN " + black + " - " + white + " WHEN '0-1' THEN " +
                white + " - " + black + " END >= max(1e-9, CAST(? AS INTEGER))",
            std::to_string(*filter.upset));
  }
  require_tags(filter.tags);
  if (!filter.beginnings.empty()) {
    require("begins_so(game.game, (SELECT text FROM movetext WHERE game_id = game.id), ?)",
            text_of_beginnings(filter));
  }
  if (!filter.positions.is_empty()) find_positions(store, filter.positions);
}

void FilterQuery::require_any(const Store& store, const char* column, const char* table,
                              const std::vector<std::string>& names) {
  if (names.empty()) return;
  // One list, since SQLite limits the depth of OR.
  const auto ids_alone = [&](const std::string& name) {
    const std::string ids = ids_called(store, table, name);
    return ids.substr(1, ids.size() - 2);
  };
  std::vector<std::string> ids;
  for (const std::string& name : names) {
    if (std::string some = ids_alone(name); !some.empty()) ids.push_back(std::move(some));
  }
  conditions_.push_back(std::string("game.") + column + " IN (" + join(ids, ",") + ")");
}

void FilterQuery::require_tags(const std::vector<TagCondition>& tags) {
  std::map<std::string, Json> patterns;  // of one tag, for `=`
  for (const TagCondition& tag : tags) {
    const std::string text = tag.relation + tag.pattern;
    if (tag.relation == "=") {
      patterns.try_emplace(tag.name, Json::array()).first->second.push_back(text);
    } else {
      require("fits_tag(" + sql_of_tag(tag.name) + ", ?)", Json::array({text}).dump());
    }
  }
  for (const auto& [name, texts] : patterns) {
    require("fits_tag(" + sql_of_tag(name) + ", ?)", texts.dump());
  }
}

void FilterQuery::require_period(const GameFilter& filter) {
  const std::string first = "day_of(game.date)", last = "last_day_of(game.date)";  // or null
  if (!filter.has_unsure_date) {
    if (!filter.since.empty()) require(first + " >= ?", filter.since);
    if (!filter.until.empty()) require(last + " <= ?", filter.until);
    return;
  }
  const std::string since = filter.since.empty() ? "0000" : filter.since,
                    until = filter.until.empty() ? "9999.99" : filter.until;
  // Most dates are whole, and comparing them takes most of the time.
  conditions_.push_back("(length(game.date) <> 10 OR instr(game.date, '?') OR " + first +
                        " IS NULL)");
  require("coalesce(" + last + " >= ?, 1)", since);
  require("coalesce(" + first + " <= ?, 1)", until);
  // The two parameters before.
  const std::size_t count = values_.size();
  conditions_.push_back("NOT coalesce(" + first + " >= ?" + std::to_string(count - 1) + " AND " +
                        last + " <= ?" + std::to_string(count) + ", 0)");
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
  bool is_quoted = false;
  for (std::size_t at = 0; at < condition.size(); ++at) {
    if (condition[at] == '\'') is_quoted = !is_quoted;
    if (condition[at] == '?' && !is_quoted) condition.replace(at, 1, parameter);
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
    order += order_of_game_column(key) + (is_descending ? " DESC NULLS LAST, " : " NULLS LAST, ");
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
