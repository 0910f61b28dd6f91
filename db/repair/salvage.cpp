#include "db/repair/salvage.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/message.h"
#include "db/query/filtered_games.h"
#include "db/repair/database_check.h"
#include "db/repair/page_file.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/new_file.h"
#include "db/sqlite/readable_file.h"
#include "db/sqlite/transaction.h"
#include "notation/text/json.h"

namespace schiri::db {

namespace {

/// A table to be salvaged. If the table itself is not found, its rows are recognised by the kinds
/// of their values, one letter each: n null, i whole number from 0, r number, t text, j JSON, the
/// capital letter if null is allowed as well, and h a hash or null.
struct LostTable {
  const char* name;
  const char* columns;
  std::string_view shape;
  bool has_ids = true;
  bool has_own_shape = true;
};

const LostTable lost_tables[] = {
    {"player", "id, name", "nt"},
    {"event", "id, name, config, games, first_game, shard, shards", "ntJIIii"},
    {"game",
     "id, event_id, number, round, site, date, white_id, black_id, result, game, variant,"
     " position, roll, termination, tags, outcome, reason, turns, hash",
     "niItttiitttTTTJTTih"},
    {"movetext", "game_id, text, comments", "ntT"},
    {"failure", "game_id, side, remark, standard_error, protocol", "ntttt"},
    {"quarantine", "id, file, line, number, game, findings, text, import_id", "ntiiTjTI"},
    {"import", "id, file, time, first_game, last_game, known", "nttiii"},
    {"released", "id, file, line, number, game, findings, text, import_id, released_by",
     "ntiiTjTIi"},
    {"correction", "id, game_id, import_id, time, record", "niItt", true, false},
    {"rating_list",
     "id, name, game, variant, method, scale, date, bounded, changes, description, notes",
     "nTttttTiItj"},
    {"listed_player",
     "id, list_id, player_id, name, pool, rating, error, low, high, bound, wins, draws, losses, "
     "effective,"
     " last_played, peak, volatility, los, white_advantage, white_advantage_error",
     "niiTiRRRRTiiiiTRRRRR"},
    {"void_game", "id, event_id, number, reason, record", "niitt"},
    {"opening", "event_id, number, position, roll, turns", "iiTTt", false},
    {"alias", "kind, name, target", "ttt", false},
    {"event_span", "event_id, first_number, first_game", "iii", false, false},
    {"merged", "import_id, kind, name", "itt", false, false},
    {"gone_game", "last_id", "i", true, false},
};

/// Does a value match a letter of LostTable::shape?
bool fits(const StoredValue& value, char kind) {
  const bool may_be_null = std::string_view("nIRTJh").find(kind) != std::string_view::npos;
  if (std::holds_alternative<std::monostate>(value)) return may_be_null;
  const auto* number = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  const auto* text = std::get_if<std::string>(&value);
  switch (kind) {
    case 'h':
      return number;
    case 'i':
    case 'I':
      return number && *number >= 0 && *number <= Column::most;
    case 'r':
    case 'R':  // also a real number without a fraction
      return number || (real && std::isfinite(*real));
    case 't':
    case 'T':
      return text;
    case 'j':
    case 'J':
      return text && Json::parse_if_valid(*text);
    default:
      return false;
  }
}

bool fits(const StoredRow& row, const LostTable& table) {
  if (row.values.size() != table.shape.size()) return false;
  if (table.has_ids && (row.id < 1 || row.id > Column::most)) return false;
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    if (!fits(row.values[i], table.shape[i])) return false;
  }
  return true;
}

/// Inserts rows unchanged into a new database; leaves out rows that violate its schema.
class RowWriter {
 public:
  RowWriter(SQLite::Database& database, const LostTable& table)
      : insert_(database, statement(table)), has_ids_(table.shape.front() == 'n') {}

  void add(const StoredRow& row) {
    insert_.clearBindings();
    for (std::size_t i = 0; i < row.values.size(); ++i)
      bind(static_cast<int>(i) + 1, row.values[i]);
    if (has_ids_) insert_.bind(1, row.id);
    try {
      insert_.exec();
    } catch (const SQLite::Exception&) {
      // A value that the schema does not permit: the row is invalid.
    }
    insert_.tryReset();
  }

 private:
  static std::string statement(const LostTable& table) {
    const std::string_view columns = table.columns;
    std::string marks = "?";
    for (const char c : columns) marks += c == ',' ? ",?" : "";
    return std::string("INSERT OR IGNORE INTO ") + table.name + " (" + table.columns +
           ") VALUES (" + marks + ")";
  }

  void bind(int index, const StoredValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) insert_.bind(index, *number);
    if (const auto* number = std::get_if<double>(&value)) insert_.bind(index, *number);
    if (const auto* text = std::get_if<std::string>(&value)) insert_.bind(index, *text);
  }

  Statement insert_;
  bool has_ids_;  ///< in the first column
};

/// Copies readable rows into a new database, with their ids.
class Rescue {
 public:
  Rescue(const PageFile& file, SQLite::Database& database) : file_(file), database_(database) {}

  /// Returns the number of missing or damaged pages.
  std::uint64_t run() {
    const PageFile::Schema schema = file_.schema();
    bad_pages_ = schema.missing;
    for (const LostTable& table : lost_tables) {
      const auto root = schema.roots.find(table.name);
      if (root == schema.roots.end()) {
        incomplete_.insert(&table);
        ++bad_pages_;
      } else {
        take_table(table, root->second);
      }
    }
    if (!incomplete_.empty()) take_strays();
    return bad_pages_;
  }

 private:
  void take_table(const LostTable& table, std::uint32_t root) {
    RowWriter writer(database_, table);
    const PageFile::Tree tree = file_.tree(root);
    std::size_t bad = tree.missing;
    for (const std::uint32_t page : tree.pages) {
      taken_.insert(page);
      const bool good = visit(page, table.has_ids, [&](const StoredRow& row) {
        if (fits(row, table)) writer.add(row);
      });
      if (!good) ++bad;
    }
    bad_pages_ += bad;
    if (bad > 0) incomplete_.insert(&table);
  }

  /// Copies rows on pages that no table refers to.
  void take_strays() {
    std::map<const LostTable*, RowWriter> writers;
    for (const LostTable* table : incomplete_) writers.try_emplace(table, database_, *table);
    for (const std::uint32_t page : file_.pages_with_rows()) {
      if (taken_.contains(page)) continue;
      for (const bool has_ids : {true, false}) {
        visit(page, has_ids, [&](const StoredRow& row) {
          for (auto& [table, writer] : writers) {
            const bool may_be = table->has_own_shape && table->has_ids == has_ids;
            if (may_be && fits(row, *table)) writer.add(row);
          }
        });
      }
    }
  }

  bool visit(std::uint32_t page, bool has_ids,
             const std::function<void(const StoredRow&)>& visitor) const {
    return has_ids ? file_.visit_rows(page, visitor) : file_.visit_keys(page, visitor);
  }

  const PageFile& file_;
  SQLite::Database& database_;
  std::set<const LostTable*> incomplete_;
  std::set<std::uint32_t> taken_;
  std::uint64_t bad_pages_ = 0;
};

/// Makes the saved rows consistent again.
class RowRepair {
 public:
  RowRepair(Store& store, std::string damaged) : store_(store), damaged_(std::move(damaged)) {}

  void connect_rows(SalvageReport& report) {
    report.moves_without_game =
        change("DELETE FROM movetext WHERE game_id NOT IN (SELECT id FROM game)");
    report.without_moves =
        change("DELETE FROM game WHERE id NOT IN (SELECT game_id FROM movetext)");
    change("DELETE FROM failure WHERE game_id NOT IN (SELECT id FROM game)");
    change("DELETE FROM rating_list WHERE name IS NULL");
    change("DELETE FROM listed_player WHERE list_id NOT IN (SELECT id FROM rating_list)");
    report.players = count("player");
    report.lost_players = change(
        "INSERT OR IGNORE INTO player SELECT id, 'lost player ' || id FROM"
        " (SELECT white_id AS id FROM game UNION SELECT black_id FROM game"
        " UNION SELECT player_id FROM listed_player)"
        " WHERE id NOT IN (SELECT id FROM player)");
    report.events = count("event");
    report.lost_events = change(
        "INSERT OR IGNORE INTO event (id, name) SELECT event_id, 'lost event ' || event_id FROM"
        " (SELECT DISTINCT event_id FROM game)"
        " WHERE event_id NOT IN (SELECT id FROM event)");
    change("DELETE FROM opening WHERE event_id NOT IN (SELECT id FROM event WHERE config NOTNULL)");
    change(
        "DELETE FROM void_game WHERE event_id NOT IN"
        " (SELECT id FROM event WHERE config NOTNULL)");
    change(
        "UPDATE game SET number = NULL WHERE event_id NOT IN"
        " (SELECT id FROM event WHERE config NOTNULL)");
    change("UPDATE quarantine SET import_id = NULL WHERE import_id NOT IN (SELECT id FROM import)");
    change("DELETE FROM correction WHERE game_id NOT IN (SELECT id FROM game)");
    change("UPDATE correction SET import_id = NULL WHERE import_id NOT IN (SELECT id FROM import)");
    change("UPDATE released SET import_id = NULL WHERE import_id NOT IN (SELECT id FROM import)");
    change("DELETE FROM merged WHERE import_id NOT IN (SELECT id FROM import)");
    // Its only row stands beside that of the new database.
    change("UPDATE gone_game SET last_id = (SELECT max(last_id) FROM gone_game)");
    change("DELETE FROM gone_game WHERE rowid > 1");
    return_to_quarantine();
    find_spans();
    report.quarantined = count("quarantine");
  }

  /// Ids of games whose replay differs, with the reason.
  std::map<std::int64_t, std::string> wrong_games(unsigned threads) const {
    std::map<std::int64_t, std::string> wrong;
    check(store_, threads, [&](const Inconsistency& problem) {
      if (problem.game != 0 && (problem.kind == "game" || problem.kind == "event")) {
        wrong.emplace(problem.game, problem.message.english());
      }
      return true;
    });
    return wrong;
  }

  /// Moves a game into quarantine, with the reason.
  void put_into_quarantine(std::int64_t id, const std::string& message) {
    std::string text, game;
    visit_records(store_, {.id = id}, [&](const StoredRecord& stored) {
      write_record(stored.record, text);
      game = stored.record.tag("Game");
      return true;
    });
    const Json findings = {
        {{"code", "salvaged"}, {"line", 1}, {"column", 1}, {"turn", 0}, {"message", message}}};
    Statement(database(),
              "INSERT INTO quarantine (file, line, number, game, findings, text)"
              " VALUES (?, 1, ?, nullif(?, ''), ?, ?)")
        .run(damaged_, id, game, findings.dump(), text);
    for (const char* table : {"movetext WHERE game_id", "failure WHERE game_id",
                              "correction WHERE game_id", "game WHERE id"}) {
      change(std::string("DELETE FROM ") + table + " = " + std::to_string(id));
    }
  }

  std::uint64_t count(const std::string& table) {
    return single_value(database(), "SELECT count(*) FROM " + table).getCount();
  }

 private:
  SQLite::Database& database() { return store_.connection().database(); }
  std::uint64_t change(const std::string& sql) {
    return static_cast<std::uint64_t>(database().exec(sql));
  }
  /// Restores records that left quarantine with a lost import.
  void return_to_quarantine() {
    const std::string lost = " FROM released WHERE released_by NOT IN (SELECT id FROM import)";
    change(
        "INSERT OR IGNORE INTO quarantine"
        " SELECT id, file, line, number, game, findings, text, import_id" +
        lost);
    change("DELETE" + lost);
  }
  /// Derives the spans of events from the ids of their games.
  void find_spans() {
    change(
        "INSERT OR IGNORE INTO event_span SELECT event_id, min(number), min(game.id)"
        " FROM game JOIN event ON event.id = event_id"
        " WHERE number NOTNULL AND game.id - number <> first_game - 1"
        " AND event_id NOT IN (SELECT event_id FROM event_span)"
        " GROUP BY event_id, game.id - number");
  }

  Store& store_;
  std::string damaged_;
};

}  // namespace

SalvageReport salvage(const std::string& damaged, const std::string& path, unsigned threads) {
  require_file(damaged);
  NewFile saved(path);
  const PageFile file(damaged);
  SalvageReport report;
  {
    Store store(saved.unfinished(), Store::Mode::create);
    Connection& connection = store.connection();
    RowRepair repair(store, damaged);
    connection.run([&] {
      connection.database().exec("PRAGMA foreign_keys = OFF");
      WriteTransaction transaction(connection);
      report.bad_pages = Rescue(file, connection.database()).run();
      repair.connect_rows(report);
      transaction.commit();
    });
    connection.run([&] {
      const auto wrong = repair.wrong_games(threads);
      report.wrong_games = wrong.size();
      WriteTransaction transaction(connection);
      for (const auto& [id, message] : wrong) repair.put_into_quarantine(id, message);
      transaction.commit();
      report.games = repair.count("game");
    });
  }
  const bool nothing =
      report.games + report.wrong_games + report.players + report.events + report.quarantined == 0;
  if (nothing) {
    throw StoreError(message("{0}: no data of a schiri database was found", damaged));
  }
  saved.put_in_place();
  return report;
}

}  // namespace schiri::db
