#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/json.h"
#include "tests/support/run.h"

namespace database_salvage_test {

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

struct Fixture {
  Fixture() {
    REQUIRE(run_schiri({"db", "import", "--db", db, sample}).status == 0);
    REQUIRE(run_schiri({"db", "import", "--db", db, "-"}, "[Game \"chess\"]\n\n*\n").status == 1);
  }

  Run salvage(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"db", "salvage", "--db", db, "-o", saved};
    words.insert(words.end(), more.begin(), more.end());
    return run_schiri(words);
  }
  static std::string exported(const std::string& path) {
    return run_schiri({"db", "export", "--db", path}).out;
  }

  TemporaryDirectory directory;
  std::string db = directory.file("a.db"), saved = directory.file("saved.db");
};

TEST_CASE_METHOD(Fixture, "db salvage: recovers a database that no other command can open") {
  std::string bytes = read_file(db);
  std::fill_n(bytes.begin(), 100, 'x');
  const std::string records = exported(db);
  directory.write("a.db", bytes);
  CHECK(run_schiri({"db", "export", "--db", db}).status == 3);
  const Run run = salvage();
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text(" saved\n1 record in quarantine saved\nnothing is lost\n"));
  CHECK(exported(saved) == records);
  CHECK(run_schiri({"db", "check", "--db", saved}).status == 0);
  CHECK(read_file(db) == bytes);
}

TEST_CASE_METHOD(Fixture, "db salvage: reports lost data as text and JSON") {
  SQLite::Database(db, SQLite::OPEN_READWRITE)
      .exec(
          "UPDATE game SET turns = 9 WHERE id = 1; DELETE FROM movetext WHERE game_id = 2;"
          "UPDATE movetext SET game_id = 77 WHERE game_id = 3;"
          "DELETE FROM player WHERE id = (SELECT white_id FROM game WHERE id = 4);"
          "DELETE FROM event WHERE id = (SELECT event_id FROM game WHERE id = 5)");
  const Run run = salvage({"-j", "1"});
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("\n1 game is invalid: it is in quarantine\n") &&
                          contains_text("\n2 games are lost: their turns are missing\n") &&
                          contains_text("\n1 game is lost: only its turns remain\n") &&
                          contains_text("\n1 player's name is lost: now 'lost player' and a") &&
                          contains_text("\n1 event's name is lost: now 'lost event' and a"));
  CHECK(run_schiri({"db", "check", "--db", saved}).status == 0);
  std::filesystem::remove(saved);
  const auto json = Json::parse(salvage({"--format", "json"}).out);
  CHECK(json.at("wrong_games") == 1);
  CHECK(json.at("without_moves") == 2);
  CHECK(json.at("moves_without_game") == 1);
  CHECK(json.at("lost_players") == 1);
  CHECK(json.at("lost_events") == 1);
  CHECK(json.at("bad_pages") == 0);
}

TEST_CASE_METHOD(Fixture, "db salvage: wrong usage and unusable files") {
  CHECK(salvage().status == 0);
  CHECK(salvage().status == 2);
  CHECK(run_schiri({"db", "salvage", "--db", db}).status == 2);
  CHECK(run_schiri({"db", "salvage", "--db", db, "-o", db}).status == 2);
  const auto source = GENERATE(values<std::string>({"none.db", ".", "empty.db", "text.db"}));
  directory.write("empty.db", "");
  directory.write("text.db", read_file(sample));
  const std::string other = directory.file("other.db");
  const Run run = run_schiri({"db", "salvage", "--db", directory.file(source), "-o", other});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text(directory.file(source) + ": "));
  CHECK_FALSE(std::filesystem::exists(other));
  CHECK(run_schiri({"db", "salvage", "--db", db, "-o", directory.file("no/b.db")}).status == 3);
}

}  // namespace database_salvage_test
