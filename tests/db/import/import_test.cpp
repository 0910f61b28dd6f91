#include "db/import/import.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/db/store_fixture.h"

namespace import_test {

using namespace schiri;

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
