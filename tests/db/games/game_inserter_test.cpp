#include "db/games/game_inserter.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "db/games/compact_movetext.h"
#include "db/games/record_row.h"
#include "db/games/store.h"
#include "db/schema.h"
#include "db/sqlite/transaction.h"
#include "tests/catch.h"
#include "tests/db/finished_record.h"

namespace game_inserter_test {

using db::Store;

struct Fixture {
  TemporaryDirectory directory;
  std::string path = directory.file("a.db");
  Store store{path, Store::Mode::create};

  db::GameInserter& inserter() { return store.inserter(); }
  SQLite::Database& database() { return store.connection().database(); }

  std::int64_t keep_player(const std::string& name) {
    db::WriteTransaction transaction(store.connection());
    const std::int64_t id = inserter().player_id(name);
    transaction.commit();
    return id;
  }
  std::uint64_t count(const std::string& table) {
    return db::single_value(database(), "SELECT count(*) FROM " + table).getCount();
  }
};

db::RecordRow game_of(const std::string& white, const std::string& black) {
  db::FinishedRecord game;
  game.record.tags = {{"Event", "Cup"}, {"White", white}, {"Black", black}};
  game.record.movetext = {{Element::Kind::turn, "A2+B3"}};
  game.record.result = "1-0";
  game.game = "creeper";
  game.variant = "standard";
  game.turns = 1;
  return db::RecordRow(game);
}

TEST_CASE_METHOD(Fixture, "game inserter: all spellings of a name have one id") {
  const std::string composed = "Ren\u00e9", decomposed = "Rene\u0301";
  const std::int64_t id = keep_player(decomposed);
  CHECK(keep_player(composed) == id);
  CHECK(keep_player("Ann") != id);
  inserter().forget_names();
  CHECK(keep_player(composed) == id);
  CHECK(count("player") == 2);
  CHECK(db::ids_of_name(database(), "player", composed) == std::vector<std::int64_t>{id});
  CHECK(db::ids_of_name(database(), "player", "nobody").empty());
}

TEST_CASE_METHOD(Fixture, "game inserter: forgets names of a rolled-back transaction") {
  keep_player("Ann");
  {
    const db::WriteTransaction transaction(store.connection());
    inserter().player_id("Bob");
  }
  keep_player("Cid");
  const std::int64_t bob = keep_player("Bob");
  CHECK(db::ids_of_name(database(), "player", "Bob") == std::vector<std::int64_t>{bob});
}

TEST_CASE_METHOD(Fixture, "game inserter: forgets names after a write of another connection") {
  const std::int64_t ann = keep_player("Ann");
  Store other(path, Store::Mode::write);
  {
    db::WriteTransaction transaction(other.connection());
    other.connection().database().exec("UPDATE player SET name = 'Bob'");
    transaction.commit();
  }
  CHECK(keep_player("Ann") != ann);
  CHECK(keep_player("Bob") == ann);
}

TEST_CASE_METHOD(Fixture, "game inserter: a game is read back as its record") {
  CHECK(inserter().next_game_id() == 1);
  {
    db::WriteTransaction transaction(store.connection());
    inserter().insert(5, inserter().event_id("Cup"), std::nullopt, game_of("Ann", "Bob"));
    transaction.commit();
  }
  CHECK(inserter().next_game_id() == 6);
  db::Statement select(database(), db::select_records);
  REQUIRE(select.executeStep());
  const db::StoredRecord stored = db::stored_record(select);
  CHECK(stored.id == 5);
  CHECK_FALSE(stored.number);
  CHECK(stored.record.tag("White") == "Ann");
  CHECK(stored.record.result == "1-0");
  REQUIRE(stored.record.movetext.size() == 1);
  CHECK(stored.record.movetext[0].text == "A2+B3");
}

using db::Store;

std::string refusal(const std::string& path, Store::Mode mode) {
  try {
    Store store(path, mode);
  } catch (const db::StoreError& error) {
    return error.what();
  }
  return "opened";
}

void run_sql(const std::string& path, const std::string& sql) {
  SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

TEST_CASE("store: only mode create makes a database") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.db");
  CHECK_THAT(refusal(path, Store::Mode::read), contains_text("no such database"));
  CHECK_THAT(refusal(path, Store::Mode::write), contains_text("no such database"));
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(refusal(path, Store::Mode::create) == "opened");
  CHECK(refusal(path, Store::Mode::read) == "opened");
  CHECK(refusal(path, Store::Mode::write) == "opened");
}

TEST_CASE("store: a closed database is a single file") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.db");
  { Store store(path, Store::Mode::create); }
  CHECK_FALSE(std::filesystem::exists(path + "-wal"));
  CHECK_FALSE(std::filesystem::exists(path + "-shm"));
  SQLite::Database database(path, SQLite::OPEN_READONLY);
  CHECK(database.execAndGet("PRAGMA journal_mode").getString() == "delete");
}

TEST_CASE("store: reject files that are not databases of this program and leave them unchanged") {
  const TemporaryDirectory directory;
  const auto mode = GENERATE(Store::Mode::read, Store::Mode::write, Store::Mode::create);
  SECTION("not a database") {
    const std::string text = "[Event \"?\"]\n\n*\n" + std::string(2000, ' ');
    const std::string path = directory.write("a.pgn", text);
    CHECK_THAT(refusal(path, mode), contains_text("a.pgn: this is not a database"));
    CHECK(read_file(path) == text);
  }
  SECTION("a database of another program") {
    const std::string path = directory.file("a.db");
    run_sql(path, "CREATE TABLE game (x)");
    CHECK_THAT(refusal(path, mode), contains_text("schiri database"));
    run_sql(path, "PRAGMA application_id = 77");
    CHECK_THAT(refusal(path, mode), contains_text("schiri database"));
  }
  SECTION("a database of another version") {
    const std::string path = directory.file("a.db");
    { Store store(path, Store::Mode::create); }
    const int version = GENERATE(db::schema_version + 1, db::schema_version - 1, 0, -3);
    run_sql(path, "PRAGMA user_version = " + std::to_string(version));
    CHECK_THAT(refusal(path, mode), contains_text("another version") &&
                                        contains_text("schema " + std::to_string(version) + ","));
  }
  SECTION("a directory") {
    CHECK_THAT(refusal(directory.file(""), mode), contains_text("directory"));
  }
  SECTION("a missing directory") { CHECK(refusal(directory.file("none/a.db"), mode) != "opened"); }
}

TEST_CASE("store: an empty file becomes a database only in mode create") {
  const TemporaryDirectory directory;
  const std::string path = directory.write("a.db", "");
  CHECK_THAT(refusal(path, Store::Mode::read), contains_text("schiri database"));
  CHECK_THAT(refusal(path, Store::Mode::write), contains_text("schiri database"));
  CHECK(refusal(path, Store::Mode::create) == "opened");
}

TEST_CASE("store: the error names a damaged database") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.db");
  { Store store(path, Store::Mode::create); }
  std::string bytes = read_file(path);
  std::fill(bytes.begin() + 100, bytes.end(), 'x');
  directory.write("a.db", bytes);
  CHECK_THAT(refusal(path, Store::Mode::read), contains_text("a.db: the database is damaged"));
}

TEST_CASE("schema: has a version and strict tables and foreign keys") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.db");
  { Store store(path, Store::Mode::create); }
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  CHECK(database.execAndGet("PRAGMA user_version").getInt() == db::schema_version);
  CHECK(database.execAndGet("PRAGMA application_id").getInt() == db::application_id);
  CHECK(database
            .execAndGet("SELECT count(*) FROM pragma_table_list WHERE type = 'table'"
                        " AND NOT strict AND name NOT LIKE 'sqlite%'")
            .getInt() == 0);
  for (const char* view : {"games", "players", "events"}) {
    CHECK_NOTHROW(database.exec(std::string("SELECT * FROM ") + view));
  }
  database.exec("PRAGMA foreign_keys = ON");
  CHECK_THROWS(database.exec("INSERT INTO movetext VALUES (1, '', NULL)"));
  CHECK_THROWS(database.exec("INSERT INTO player VALUES (1, NULL)"));
}

using Kind = Element::Kind;

TEST_CASE("compact movetext: elements are written as in movetext") {
  CHECK(db::compact_movetext({}) == "");
  CHECK(db::compact_movetext({{Kind::turn, "A2+B3"}, {Kind::turn, "A6-B6"}}) == "A2+B3 A6-B6");
  CHECK(db::compact_movetext({{Kind::turn, "A2+B3"},
                              {Kind::nag, "1"},
                              {Kind::comment, "a b"},
                              {Kind::variation_open, "("},
                              {Kind::variation_word, "1."},
                              {Kind::variation_close, ")"}}) == "A2+B3 $1 {a b} ( 1. )");
}

TEST_CASE("compact movetext: elements round-trip") {
  const std::vector<Element> movetext = {
      {Kind::comment, ""},
      {Kind::turn, "A2+B3"},
      {Kind::comment, "two  blanks, (brackets), $1, \\ and { here"},
      {Kind::comment, "a } in it"},
      {Kind::comment, "}"},
      {Kind::nag, "255"},
      {Kind::variation_open, "("},
      {Kind::variation_word, "1..."},
      {Kind::comment, "inside\nof two lines"},
      {Kind::variation_open, "("},
      {Kind::variation_word, "x"},
      {Kind::variation_close, ")"},
      {Kind::variation_word, "0-1"},
      {Kind::variation_close, ")"},
      {Kind::turn, "IV8/62-83/84>55,93>61"},
      {Kind::turn, "a1xb3/@"},
      {Kind::turn, "(odd"},
      {Kind::turn, "with blank and \\"},
      {Kind::turn, "\\"},
      {Kind::turn, "$"},
  };
  CHECK(db::read_compact_movetext(db::compact_movetext(movetext)) == movetext);
}

TEST_CASE("compact movetext: comments after the result round-trip") {
  const std::vector<std::string> comments = {"", "one", "two } three"};
  CHECK(db::read_compact_comments(db::compact_comments(comments)) == comments);
  CHECK(db::compact_comments({}).empty());
}

TEST_CASE("compact movetext: invalid texts are read without harm") {
  for (const char* text : {"{", "{open", ";", "$", "(", ")))", " ", "  ", "\\", "a\\", "( ( a"}) {
    CAPTURE(text);
    CHECK_NOTHROW(db::read_compact_movetext(text));
  }
}

}  // namespace game_inserter_test
