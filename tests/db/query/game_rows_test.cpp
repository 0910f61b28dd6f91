#include "db/query/game_rows.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>

#include "db/query/filtered_games.h"
#include "db/sqlite/connection.h"
#include "tests/data.h"
#include "tests/db/store_fixture.h"

namespace game_rows_test {

using namespace schiri;

TEST_CASE_METHOD(StoreFixture, "game rows: the same records and results as by other ways") {
  const std::string start =
      "[Event \"x\"]\n[Site \"?\"]\n[Round \"2.1\"]\n[White \"a\"]\n[Black \"b\"]\n"
      "[Result \"1-0\"]\n[Game \"creeper\"]\n[Annotator \"c\"]\n\n"
      "1. A2+B3 $1 {good} (1. A2+C3) A6-B6 1-0 {end}\n\n";
  import_all(store, start + played("a", "b", "*"));
  for (const char* game : {"creeper", "more-or-less", "springerjagd", "sperre"}) {
    import_all(store, read_data(std::string(game) + "-sample.pgn"));
  }
  std::vector<db::StoredRecord> records;
  db::visit_records(store, {}, [&](db::StoredRecord& record) {
    records.push_back(record);
    return true;
  });
  std::size_t i = 0, plain = 0, ended = 0;
  db::visit_game_rows(store, {}, [&](const db::GameRow& row) {
    REQUIRE(i < records.size());
    const db::StoredRecord& record = records[i++];
    const db::StoredRecord own = row.record();
    CHECK(own.id == record.id);
    CHECK(own.number == record.number);
    CHECK(own.record == record.record);
    CHECK(row.line().turns() == record.record.turns());
    CHECK(row.finished().turns == record.record.turns().size());
    CHECK(row.result() == record.record.result);
    CHECK(row.line().is_plain() ==
          std::all_of(record.record.movetext.begin(), record.record.movetext.end(),
                      [](const Element& one) { return one.kind == Element::Kind::turn; }));
    plain += row.line().is_plain();
    ended += row.ending().has_value();
  });
  CHECK(i == records.size());
  CHECK(plain > 0);
  CHECK(plain < records.size());
  CHECK(ended > 0);
  std::size_t of_a = 0;
  db::visit_game_rows(store, {.players = {"a"}, .limit = 1}, [&](const db::GameRow& row) {
    CHECK(row.finished().white == "a");
    ++of_a;
  });
  CHECK(of_a == 1);
}

TEST_CASE_METHOD(StoreFixture, "game rows: an outcome that is none is damage") {
  import_all(store, played("a", "b", "1-0"));
  SQLite::Database& database = store.connection().database();
  database.exec("PRAGMA ignore_check_constraints = ON");
  database.exec("UPDATE game SET outcome = 'red', reason = 'chain'");
  CHECK_THROWS_AS(db::visit_game_rows(store, {}, [](const db::GameRow&) {}), db::StoreDamaged);
}

}  // namespace game_rows_test
