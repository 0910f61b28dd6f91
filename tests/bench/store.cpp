#include "db/games/store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "db/games/record_row.h"
#include "db/import/import.h"
#include "db/position_index/position_index.h"
#include "db/query/filtered_games.h"
#include "notation/records/pgn/reader.h"
#include "tests/bench/harness.h"
#include "tests/bench/subjects.h"
#include "tests/files.h"
#include "tests/generated_games.h"

// store: the speed of importing records into a new database, checked, recognized and counted, in
// games per second of wall time. The reference is plain SQLite: it inserts the same rows from
// memory in one transaction into tables with the same columns and without constraints, and creates
// the same indexes. Also compares the index of positions with replaying all games, and a search
// that replays all games with reading them.

namespace schiri::bench {

namespace {

constexpr double thousand = 1e3;
constexpr std::uint64_t games = 50'000;
constexpr double number_of_games = games;

std::string archive(int turns) {
  return all_bytes(GeneratedGames({.games = games, .players = 300, .turns = turns}));
}

void import(const std::string& text, const std::string& path) {
  std::filesystem::remove(path);
  db::Store store(path, db::Store::Mode::create);
  db::Import import(store);
  ReadOptions options;
  options.threads = std::max(1u, std::thread::hardware_concurrency());
  options.keep = Keep::records;
  options.work = [&](CheckedRecord& record) {
    record.made = std::make_shared<db::RecordRow>(db::row_of(record, options.check));
  };
  TextSource source(text);
  read_records(source, options, [&](CheckedRecord& record) {
    import.add(*std::static_pointer_cast<db::RecordRow>(record.made));
    return true;
  });
  import.commit();
}

/// The rows of a table.
struct Rows {
  struct Value {
    int type = SQLITE_NULL;
    std::int64_t number = 0;
    std::string text;
  };

  Rows(SQLite::Database& database, const std::string& table) : name(table) {
    SQLite::Statement select(database, "SELECT * FROM " + table);
    for (int i = 0; i < select.getColumnCount(); ++i) columns.push_back(select.getColumnName(i));
    while (select.executeStep()) {
      for (int i = 0; i < select.getColumnCount(); ++i) {
        const SQLite::Column column = select.getColumn(i);
        Value value{column.getType()};
        if (value.type == SQLITE_INTEGER) value.number = column.getInt64();
        if (value.type == SQLITE_TEXT) value.text = column.getString();
        values.push_back(std::move(value));
      }
    }
  }

  std::string name;
  std::vector<std::string> columns;
  std::vector<Value> values;  ///< the values of all rows in order
};

class PlainTable {
 public:
  PlainTable(SQLite::Database& database, const Rows& rows) : rows_(rows) {
    std::string names, marks;
    for (const std::string& column : rows.columns) {
      names += (names.empty() ? "" : ",") + column + (names.empty() ? " INTEGER PRIMARY KEY" : "");
      marks += marks.empty() ? "?" : ",?";
    }
    database.exec("CREATE TABLE " + rows.name + " (" + names + ")");
    const std::string insert = "INSERT INTO " + rows.name + " VALUES (" + marks + ")";
    sqlite3_prepare_v2(database.getHandle(), insert.c_str(), -1, &statement_, nullptr);
  }
  PlainTable(const PlainTable&) = delete;
  PlainTable& operator=(const PlainTable&) = delete;
  ~PlainTable() { sqlite3_finalize(statement_); }

  void insert(std::size_t row) {
    for (std::size_t i = 0; i < rows_.columns.size(); ++i) {
      const Rows::Value& value = rows_.values[row * rows_.columns.size() + i];
      const int index = static_cast<int>(i) + 1;
      if (value.type == SQLITE_INTEGER) {
        sqlite3_bind_int64(statement_, index, value.number);
      } else if (value.type == SQLITE_TEXT) {
        sqlite3_bind_text(statement_, index, value.text.data(), static_cast<int>(value.text.size()),
                          SQLITE_STATIC);
      } else {
        sqlite3_bind_null(statement_, index);
      }
    }
    sqlite3_step(statement_);
    sqlite3_reset(statement_);
  }

 private:
  const Rows& rows_;
  sqlite3_stmt* statement_ = nullptr;
};

void store_plainly(const Rows& game_rows, const Rows& movetext_rows, const std::string& path) {
  std::filesystem::remove(path);
  SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; BEGIN");
  {
    PlainTable game(database, game_rows), movetext(database, movetext_rows);
    for (std::size_t row = 0; row < game_rows.values.size() / game_rows.columns.size(); ++row) {
      game.insert(row);
      movetext.insert(row);
    }
  }
  database.exec(
      "CREATE UNIQUE INDEX game_number ON game (event_id, number);"
      "CREATE INDEX game_players ON game (white_id, black_id);"
      "CREATE INDEX game_black ON game (black_id);"
      "CREATE INDEX game_identity ON game (hash, event_id);"
      "CREATE INDEX game_referee ON game (game) WHERE instr(tags, '[\"Referee\",'); COMMIT");
}

void compare_import(const std::string& subject, int turns, const TemporaryDirectory& directory) {
  const std::string text = archive(turns);
  const std::string path = directory.file("a.db"), plain = directory.file("plain.db");
  import(text, path);
  SQLite::Database database(path, SQLite::OPEN_READONLY);
  const Rows game(database, "game"), movetext(database, "movetext");
  report({"store: import, " + subject, "k games/s", thousand,
          [&] {
            import(text, directory.file("b.db"));
            return number_of_games;
          },
          "plain SQLite, same rows",
          [&] {
            store_plainly(game, movetext, plain);
            return number_of_games;
          },
          Clock::wall});
}

/// The final position of the last game in the database.
db::PositionGoal last_position(const db::Store& store) {
  const auto game = find_game("creeper")->start({});
  db::visit_records(store, {.offset = games - 1}, [&](const db::StoredRecord& stored) {
    for (const std::string_view turn : stored.record.turns()) game->play(turn);
    return true;
  });
  return {"creeper", "standard", game->position()};
}

Work find_games(const db::Store& store, const db::PositionGoal& goal) {
  return [&store, &goal] {
    db::visit_games_through(store, goal, {}, [](const db::GameThrough&) { return true; });
    return 1.0;
  };
}

Work counting(const db::Store& store, const db::GameFilter& filter) {
  return [&store, &filter] {
    db::count_games(store, filter);
    return number_of_games;
  };
}

Work reading(const db::Store& store) {
  return [&store] {
    db::visit_records(store, {}, [](const db::StoredRecord&) { return true; });
    return number_of_games;
  };
}

}  // namespace

void store() {
  const TemporaryDirectory directory;
  compare_import("games of 4 turns", 4, directory);
  compare_import("games of 40 turns", 40, directory);
  const std::string path = directory.file("a.db");
  const db::Store store(path, db::Store::Mode::read);
  const db::PositionGoal goal = last_position(store);
  const std::string copy = directory.file("indexed.db");
  std::filesystem::copy_file(path, copy);
  {
    db::Store indexed(copy, db::Store::Mode::write);
    db::index_positions(indexed);
  }
  const db::Store indexed(copy, db::Store::Mode::read);
  report({"store: games through a position", "queries/s", 1, find_games(indexed, goal),
          "replaying all games", find_games(store, goal), Clock::thread});
  db::GameFilter filter;
  filter.positions.pieces.emplace_back("W<=6,b>=3");
  filter.positions.patterns.emplace_back("*/*/*/*/*/?WW???\?/1WW4");
  report({"store: games with pieces and a pattern", "k games/s", thousand, counting(store, filter),
          "reading all records", reading(store), Clock::wall});
}

}  // namespace schiri::bench
