#include "db/games/game_inserter.h"

#include "db/games/record_row.h"
#include "db/games/store.h"
#include "db/games/stored_record.h"
#include "db/sqlite/transaction.h"
#include "tests/catch.h"
#include "tests/files.h"

namespace game_inserter_test {

using namespace schiri;
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

}  // namespace game_inserter_test
