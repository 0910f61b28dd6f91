#include "db/import/import.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include "db/sqlite/connection.h"
#include "tests/catch.h"
#include "tests/db/store_fixture.h"

namespace import_test {

TEST_CASE_METHOD(StoreFixture, "import: an uncommitted import leaves nothing") {
  import_all(store, played("A", "B", "1-0"));
  {
    db::Import import(store);
    for (CheckedRecord& record : read(played("C", "D", "0-1"))) import.add(finished(record));
    import.quarantine("x.pgn", {}, "");
  }
  CHECK(count(store, {}) == 1);
  // Names of the rolled-back import are inserted again.
  import_all(store, played("C", "D", "0-1"));
  CHECK(count(store, {.players = {"C"}}) == 1);
  SQLite::Database database(directory.file("a.db"), SQLite::OPEN_READONLY);
  CHECK(database.execAndGet("SELECT count(*) FROM quarantine").getInt() == 0);
}

TEST_CASE_METHOD(StoreFixture, "import: one that cannot begin leaves rows checked") {
  import_all(store, played("A", "B", "1-0"));
  SQLite::Database& database = store.connection().database();
  const auto checks = [&](const char* pragma) {
    return database.execAndGet("PRAGMA " + std::string(pragma)).getInt();
  };
  SECTION("the file was moved") {
    std::filesystem::rename(directory.file("a.db"), directory.file("b.db"));
  }
  SECTION("a statement throws within the transaction") {
    database.exec("DROP TRIGGER game_stored");
  }
  CHECK_THROWS_AS(db::Import(store), db::StoreError);
  CHECK(checks("foreign_keys") == 1);
  CHECK(checks("ignore_check_constraints") == 0);
  CHECK(sqlite3_get_autocommit(database.getHandle()) != 0);
}

TEST_CASE_METHOD(StoreFixture, "import: a store that makes a file removes it if it stays empty") {
  const std::string path = directory.file("new.db");
  const auto make = [&](bool commits) {
    db::Store made(path, db::Store::Mode::create);
    made.discard_if_unused();
    db::Import import(made);
    import.quarantine("x.pgn", {}, "broken");
    if (commits) import.commit();
  };
  make(false);
  CHECK_FALSE(std::filesystem::exists(path));
  make(true);
  CHECK(std::filesystem::exists(path));
  make(false);
  CHECK(std::filesystem::exists(path));
  // A file that was there stays, and so does one in which another program has stored something.
  const std::string empty = directory.write("empty.db", "");
  { db::Store(empty, db::Store::Mode::create).discard_if_unused(); }
  CHECK(std::filesystem::exists(empty));
  const std::string shared = directory.file("shared.db");
  {
    db::Store made(shared, db::Store::Mode::create);
    made.discard_if_unused();
    db::Store other(shared, db::Store::Mode::write);
    import_all(other, played("A", "B", "1-0"));
  }
  CHECK(std::filesystem::exists(shared));
}

TEST_CASE_METHOD(StoreFixture, "import: games are recognised alike in memory and by the indexes") {
  // Each game twice, some without turns, which are as many games.
  std::string text;
  for (const char* const white : {"A", "B", "C", "A", "B", "C"}) {
    text += played(white, "D", "1-0");
    text += record_text({.event = "E", .white = white, .black = "D", .result = "0-1", .turns = ""});
  }
  for (const std::uint64_t most : {1u, 2u, 3u, 5u, 8u, 100u}) {
    CAPTURE(most);
    const std::string path = directory.file(std::to_string(most) + ".db");
    db::Store made(path, db::Store::Mode::create);
    std::string is_new;
    {
      db::Import import(made, "-", db::Corrections::report, most);
      for (CheckedRecord& record : read(text)) is_new += import.add(finished(record)) ? '+' : '-';
      import.commit();
    }
    CHECK(is_new == "++++++-+-+-+");
    const db::Store reopened(path, db::Store::Mode::read);
    CHECK(count(reopened, {}) == 9);
    SQLite::Database database(path, SQLite::OPEN_READONLY);
    CHECK(database.execAndGet("SELECT count(*) FROM unindexed").getInt() == 9);
  }
}

}  // namespace import_test
