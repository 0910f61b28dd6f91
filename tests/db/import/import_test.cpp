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

TEST_CASE_METHOD(StoreFixture, "import: broken records are kept with their findings") {
  GameCheck check;
  check.line = 7;
  check.index = 3;
  check.errors.push_back({Code::illegal, 9, 4, 1, "no such way \"\n\xff", "1. A2+B9", 5});
  db::Import import(store);
  import.quarantine("it's.pgn", check, "raw");
  import.commit();
  SQLite::Database database(directory.file("a.db"), SQLite::OPEN_READONLY);
  SQLite::Statement row(database,
                        "SELECT file, line, number, findings ->> '$[0].code', text"
                        " FROM quarantine");
  REQUIRE(row.executeStep());
  CHECK(row.getColumn(0).getString() == "it's.pgn");
  CHECK(row.getColumn(1).getInt() == 7);
  CHECK(row.getColumn(2).getInt() == 3);
  CHECK(row.getColumn(3).getString() == "illegal");
  CHECK(row.getColumn(4).getString() == "raw");
}

TEST_CASE_METHOD(StoreFixture, "import: the list of imports counts stored and known games") {
  import_all(store, played("A", "B", "1-0"));
  {
    db::Import import(store, "club.pgn");
    for (CheckedRecord& record : read(played("A", "B", "1-0") + played("C", "D", "0-1"))) {
      import.add(finished(record));
    }
    import.commit();
  }
  std::vector<db::ImportRow> rows;
  db::visit_imports(store, [&](const db::ImportRow& row) {
    rows.push_back(row);
    return true;
  });
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].file == "-");
  CHECK(rows[1].file == "club.pgn");
  CHECK(rows[1].games == 1);
  CHECK(rows[1].known == 1);
  CHECK(rows[1].corrected == 0);
}

TEST_CASE_METHOD(StoreFixture,
                 "import: a correction replaces a stored game if corrections are applied") {
  const auto [policy, games, result] = GENERATE(table<db::Corrections, std::size_t, std::string>({
      {db::Corrections::report, 1, "1-0"},
      {db::Corrections::apply, 1, "0-1"},
      {db::Corrections::both, 2, "1-0"},
  }));
  const auto text = [](const std::string& score) {
    return record_text({.event = "E",
                        .round = "1.1",
                        .white = "A",
                        .black = "B",
                        .result = score,
                        .termination = "agreement"});
  };
  import_all(store, text("1-0"));
  db::Import import(store, "-", policy);
  for (CheckedRecord& record : read(text("0-1"))) import.add(finished(record));
  const std::vector<db::Correction> corrections = import.settle();
  import.commit();
  CHECK(corrections.size() == (policy == db::Corrections::both ? 0u : 1u));
  CHECK(count(store, {}) == games);
  CHECK(count(store, {.results = {result}}) == 1);
}

}  // namespace import_test
