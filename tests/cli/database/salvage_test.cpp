#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/support/file_limit.h"
#include "tests/support/run.h"

namespace salvage_test {

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

struct Fixture {
  Fixture() {
    must_run({"db", "import", "--db", db, sample});
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
  CHECK(json.at("without_turns") == 2);
  CHECK(json.at("turns_without_game") == 1);
  CHECK(json.at("lost_players") == 1);
  CHECK(json.at("lost_events") == 1);
  CHECK(json.at("bad_pages") == 0);
}

std::string exported(const std::string& db) { return run_schiri({"db", "export", "--db", db}).out; }

TEST_CASE("db: a full disk is reported and no stored game is lost") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run({"db", "import", "--db", db, sample});
  const std::string before = exported(db);
  std::string many;
  for (int i = 0; i < 400; ++i) {
    many += "[Event \"E" + std::to_string(i) + "\"]\n[Game \"creeper\"]\n\n1. A2+B3 {" +
            std::string(1000, 'x') + "} *\n\n";
  }
  const std::string file = directory.write("many.pgn", many);
  {
    const FileLimit limit(std::filesystem::file_size(db) + 50'000);
    check_run({"db", "import", "--db", db, file}, 3, "a.db: ");
  }
  CHECK(exported(db) == before);
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
  CHECK(run_schiri({"db", "import", "--db", db, file}).status == 0);
}

TEST_CASE("db: a backup holds the committed games while another process writes") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), copy = directory.file("b.db");
  must_run({"db", "import", "--db", db, sample});
  const std::string records = exported(db);
  {
    SQLite::Database writer(db, SQLite::OPEN_READWRITE);
    writer.exec("PRAGMA journal_mode = WAL");
    writer.exec("BEGIN IMMEDIATE; INSERT INTO player (name) VALUES ('half in')");
    CHECK(run_schiri({"db", "backup", "--db", db, "-o", copy}).status == 0);
    writer.exec("ROLLBACK");
  }
  CHECK(exported(copy) == records);
  CHECK(run_schiri({"db", "check", "--db", copy}).status == 0);
  CHECK(run_schiri({"db", "backup", "--db", db, "-o", copy}).status == 2);
  CHECK(run_schiri({"db", "backup", "--db", db, "-o", directory.file("no/b.db")}).status == 3);
}

TEST_CASE("db: two simultaneous writers both store their games") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const auto records = [](const std::string& event) {
    std::string text;
    for (int i = 0; i < 200; ++i) {
      text += "[Event \"" + event + "\"]\n[Round \"" + std::to_string(i) +
              "\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n\n";
    }
    return text;
  };
  const std::string a = directory.write("a.pgn", records("A"));
  const std::string b = directory.write("b.pgn", records("B"));
  must_run({"db", "import", "--db", db, "-"}, "[Game \"creeper\"]\n\n*\n");
  const pid_t child = fork();
  if (child == 0) {
    _exit(run_schiri({"db", "import", "--db", db, a, a, a}).status);
  }
  CHECK(run_schiri({"db", "import", "--db", db, b, b, b}).status == 0);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 0);
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  CHECK(database.execAndGet("SELECT count(*) FROM game").getInt() == 401);
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
}

TEST_CASE("db vacuum: removed data leave the file") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run({"db", "import", "--db", db, sample});
  const auto before = std::filesystem::file_size(db);
  SQLite::Database(db, SQLite::OPEN_READWRITE)
      .exec("DELETE FROM movetext; DELETE FROM game; DELETE FROM unindexed");
  CHECK(run_schiri({"db", "vacuum", "--db", db}).status == 0);
  CHECK(std::filesystem::file_size(db) < before);
}

}  // namespace salvage_test
