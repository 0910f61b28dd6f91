#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/run.h"

namespace database_check_test {

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

/// A played tournament of eight games, an imported event and a broken record.
std::string sound_database() {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
            "--rounds", "4", "--db", db});
  const std::string records =
      "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"Ann\"]\n"
      "[Black \"Bob\"]\n[Result \"1-0\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n"
      "[Annotator \"?!\"]\n\n1. A2+B3 {quickly} 1-0\n\n[Game \"chess\"]\n\n*\n";
  REQUIRE(run_schiri({"db", "import", "--add-index", "--db", db, "-"}, records).status == 1);
  must_run({"db", "check", "--db", db});
  return read_file(db);
}

/// A copy of it.
struct Fixture {
  Fixture() {
    static const std::string sound = sound_database();
    directory.write("a.db", sound);
  }

  void change(const std::string& sql) const {
    SQLite::Database(db, SQLite::OPEN_READWRITE).exec(sql);
  }
  Run check() const { return run_schiri({"db", "check", "--db", db}); }

  TemporaryDirectory directory;
  std::string db = directory.file("a.db");
};

TEST_CASE_METHOD(Fixture, "db check: a database that schiri writes has no errors") {
  must_run({"db", "import", "--db", db, sample});
  const Run run = check();
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("replayed, 0 problems"));
  const Run json = run_schiri({"db", "check", "--db", db, "--format", "json"});
  CHECK(Json::parse(json.out).at("summary").at("problems") == 0);
  // Any other object might run whenever the database is read.
  change("CREATE VIEW mine AS SELECT * FROM games; CREATE INDEX mine_too ON game (date)");
  CHECK(check().status == 1);
  CHECK_THAT(check().out, contains_text("schema: the view mine is not part of") &&
                              contains_text("schema: the index mine_too is not part of"));
}

TEST_CASE_METHOD(Fixture, "db check: finds each inconsistency") {
  const auto [sql, message] = GENERATE(table<std::string, std::string>({
      // games and their rows
      {"UPDATE game SET turns = turns + 1 WHERE id = 2", "game 2: the number of turns"},
      {"UPDATE game SET hash = 5 WHERE id = 3", "game 3: the hash"},
      {"UPDATE game SET hash = NULL WHERE id = 3", "game 3: the hash"},
      {"UPDATE game SET reason = 'tired' WHERE id = 1", "game 1: the reason"},
      {"UPDATE game SET outcome = NULL WHERE id = 1", "game 1: the outcome"},
      {"UPDATE game SET outcome = 'draw' WHERE id = 9", "game 9: the outcome"},
      {"UPDATE game SET result = CASE result WHEN '1-0' THEN '0-1' ELSE '1-0' END WHERE id = 4",
       "game 4: result-mismatch"},
      {"UPDATE movetext SET text = 'A2+B9' WHERE game_id = 5", "game 5: syntax"},
      {"UPDATE movetext SET text = 'A2+C4 ' || text WHERE game_id = 5", "game 5: illegal"},
      {"UPDATE movetext SET text = text || ' A2+B3' WHERE game_id = 5", "game 5: after-end"},
      {"UPDATE movetext SET text = '' WHERE game_id = 9", "game 9: the number of turns"},
      {"UPDATE movetext SET text = '( A2+B3' WHERE game_id = 9", "game 9: unterminated"},
      {"UPDATE movetext SET text = '* A2+B3' WHERE game_id = 9", "game 9: after-end"},
      {R"(UPDATE game SET tags = '[["X \"\"]\n\n*\n\n[Y","z"]]' WHERE id = 9)",
       "game 9: its text is read as 2 records, not one"},
      {"UPDATE movetext SET text = CAST(x'ff' AS TEXT) WHERE game_id = 9", "game 9: bad-utf8"},
      {"UPDATE game SET game = 'chess' WHERE id = 1", "game 1: unknown-game"},
      {"UPDATE game SET game = 'springerjagd' WHERE id = 1", "game 1: "},
      {"UPDATE game SET variant = '31' WHERE id = 1", "game 1: unknown-variant"},
      {"UPDATE game SET position = '8/8 w' WHERE id = 1", "game 1: bad-position"},
      {"UPDATE game SET roll = '123' WHERE id = 1", "game 1: the hash"},
      {"UPDATE game SET tags = '[[\"a b\",\"c\"]]' WHERE id = 9", "game 9: bad-tag"},
      {"UPDATE game SET tags = '[[\"Roll\"]]' WHERE id = 9", "game 9: its tags"},
      {"UPDATE game SET tags = '{\"Annotator\":1}' WHERE id = 9", "game 9: its tags"},
      {"UPDATE player SET name = CAST(x'c3' AS TEXT) WHERE name = 'Ann'", "game 9: bad-utf8"},
      {"UPDATE player SET name = 'A' || char(1) || 'nn' WHERE name = 'Ann'",
       "name: the name of the player"},
      {"UPDATE event SET name = 'Club' || char(9) WHERE name = 'Club'",
       "name: the name of the event"},
      // references
      {"DELETE FROM movetext WHERE game_id = 6", "reference 6: its movetext"},
      {"DELETE FROM player WHERE id = 1", "reference: row"},
      {"DELETE FROM event WHERE name = 'Club'", "reference: row 9 of the table game"},
      {"UPDATE movetext SET game_id = 99 WHERE game_id = 9",
       "reference: row 99 of the table movetext"},
      {"INSERT INTO failure VALUES (99, 'white', '', '', '')",
       "reference: row 99 of the table failure"},
      {"DELETE FROM import", "reference: row 1 of the table quarantine"},
      {"INSERT INTO opening VALUES (99, 1, NULL, NULL, '')", "of the table opening"},
      {"INSERT INTO listed_player (list_id, player_id, pool, wins, draws, losses, effective)"
       " VALUES (99, 1, 1, 1, 0, 0, 1)",
       "of the table listed_player"},
      // events
      {"UPDATE game SET number = 99 WHERE id = 7", "event 7: its number"},
      {"UPDATE game SET number = 0 WHERE id = 7", "event 7: its number"},
      {"UPDATE game SET number = 1 WHERE id = 9", "event 9: its number"},
      {"UPDATE event SET first_game = 2 WHERE config NOTNULL", "event 1: its id"},
      {"UPDATE event SET games = 7 WHERE config NOTNULL", "event 8: its number"},
      {"INSERT INTO opening SELECT id, 1, NULL, NULL, 'A2+B3' FROM event WHERE name = 'Club'",
       "event: the event 'Club' was not played here, but has rows in the table opening"},
      {"INSERT INTO void_game SELECT 1, id, 1, '', '' FROM event WHERE name = 'Club'",
       "event: the event 'Club' was not played here, but has rows in the table void_game"},
      {"INSERT INTO event_span SELECT id, 1, 1 FROM event WHERE name = 'Club'",
       "event: the event 'Club' was not played here, but has rows in the table event_span"},
      // data derived from the games
      {"DELETE FROM position_block", "positions 1: the position index does not match"},
      {"DELETE FROM index_part", "positions 1: the position index does not match"},
      {"UPDATE position_block SET pairs = CAST(pairs || x'0101' AS BLOB)",
       "positions: the position index does not have its recorded size"},
      {"UPDATE position_block SET pairs = x'ff'", "a block of the position index is damaged"},
      {"UPDATE index_part SET positions = positions + 1",
       "positions: the position index does not have its recorded size"},
      {"INSERT INTO indexed_turn SELECT id, 5, '', 1, 0, 0, 0, 1, 1 FROM index_part",
       "positions: the turns that the position index has counted"},
      // the schema and its constraints
      {"DROP TRIGGER game_changed", "schema: the trigger game_changed is missing"},
      {"DROP INDEX game_identity", "schema: the index game_identity is missing"},
      {"DROP VIEW players", "schema: the view players is missing"},
      {"DROP TABLE void_game", "schema: the table void_game is missing"},
      {"DROP TABLE quarantine", "schema: the table quarantine is missing"},
      {"DROP TABLE movetext", "schema: the table movetext is missing"},
      {"DROP TABLE index_part", "schema: the table index_part is missing"},
      {"DROP VIEW events; CREATE VIEW events AS SELECT 1",
       "schema: the view events is not defined as in a schiri database"},
      {"PRAGMA ignore_check_constraints = ON; UPDATE game SET result = '2-0' WHERE id = 9",
       "game 9: the value of 'result' is not a result"},
      {"PRAGMA ignore_check_constraints = ON; UPDATE game SET tags = '{' WHERE id = 9",
       "game 9: its tags"},
      {"PRAGMA ignore_check_constraints = ON; UPDATE event SET config = '{' WHERE config NOTNULL",
       "event: the plan of the event 'creeper round-robin' cannot be read"},
      {"PRAGMA ignore_check_constraints = ON; UPDATE event SET games = NULL WHERE config NOTNULL",
       "event: the plan of the event 'creeper round-robin' cannot be read"},
      {"PRAGMA ignore_check_constraints = ON; UPDATE event SET shard = 2 WHERE config NOTNULL",
       "event: the plan of the event 'creeper round-robin' cannot be read"},
      {"PRAGMA ignore_check_constraints = ON; UPDATE quarantine SET findings = '{'",
       "quarantine: the findings of the record 1 cannot be read"},
      {"PRAGMA ignore_check_constraints = ON; INSERT INTO failure VALUES (9, 'red', '', '', '')",
       "game 9: the side of its failure"},
      {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage ="
       " (SELECT rootpage FROM sqlite_schema WHERE name = 'game_black')"
       " WHERE name = 'game_identity'",
       "file: "},
  }));
  CAPTURE(sql);
  change(sql);
  const Run run = check();
  CAPTURE(run.out, run.err);
  CHECK(run.status == 1);
  CHECK_THAT("\n" + run.out, contains_text(message));
}

TEST_CASE_METHOD(Fixture, "db check: an unreadable game does not hide errors of others") {
  change(R"(UPDATE game SET tags = '[["X \"\"]\n\n*\n\n[Y","z"]]' WHERE id = 3;)"
         "UPDATE game SET turns = turns + 1 WHERE id = 5");
  const Run run = check();
  CHECK_THAT(run.out, contains_text("game 3: its text is read as") &&
                          contains_text("game 5: the number of turns") &&
                          !contains_text("game 4") && !contains_text("game 6") &&
                          contains_text("9 games replayed, "));
}

TEST_CASE_METHOD(Fixture, "db check: a damaged file is reported without a crash") {
  const std::string good = read_file(db);
  std::string bad = good;
  SECTION("truncated") { bad = good.substr(0, good.size() / 2); }
  SECTION("overwritten in the middle") {
    for (std::size_t i = 5 * 4096; i < bad.size() - 4096 && i < 12 * 4096; ++i) bad[i] = 'x';
  }
  SECTION("schema overwritten") { std::fill_n(bad.begin() + 100, 3996, 'x'); }
  directory.write("a.db", bad);
  const Run run = check();
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("file: "));
}

TEST_CASE_METHOD(Fixture, "db check: flipped bytes never cause a crash") {
  const std::string good = read_file(db);
  int found = 0;
  for (std::size_t page = 1; page < good.size() / 4096; ++page) {
    CAPTURE(page);
    std::string bad = good;
    // The middle of a page holds content and often a part of a row.
    for (std::size_t i = 3000; i < 3040; ++i) bad[page * 4096 + i] = '\x5a';
    directory.write("a.db", bad);
    const Run run = check();
    CHECK((run.status == 0 || run.status == 1));
    found += run.status;
    if (run.status == 0) CHECK(run_schiri({"db", "export", "--db", db}).status == 0);
  }
  CHECK(found > 3);
}

TEST_CASE_METHOD(Fixture, "db check: a file that is not a database is unusable") {
  for (const std::string& path :
       {sample, directory.file("none.db"), directory.write("empty.db", "")}) {
    CHECK(run_schiri({"db", "check", "--db", path}).status == 3);
  }
}

}  // namespace database_check_test
