#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "db/store/migrations.h"
#include "tests/catch.h"
#include "tests/cli/support/file_limit.h"
#include "tests/cli/support/run.h"

namespace {

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

std::string exported(const std::string& db) { return run_schiri({"db", "export", "--db", db}).out; }

}  // namespace

TEST_CASE("db: a disk that is full is told, and nothing that was stored is lost") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri({"db", "import", "--db", db, sample}).status == 0);
  const std::string before = exported(db);
  std::string many;
  for (int i = 0; i < 400; ++i) {
    many += "[Event \"E" + std::to_string(i) + "\"]\n[Game \"creeper\"]\n\n1. A2+B3 {" +
            std::string(1000, 'x') + "} *\n\n";
  }
  const std::string file = directory.write("many.pgn", many);
  {
    const FileLimit limit(std::filesystem::file_size(db) + 50'000);
    const Run run = run_schiri({"db", "import", "--db", db, file});
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("a.db: "));
  }
  CHECK(exported(db) == before);
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
  CHECK(run_schiri({"db", "import", "--db", db, file}).status == 0);
}

namespace {

/// Writes what a database holds into a new one of an older schema.
void write_older(const std::string& from, const std::string& to, int version) {
  SQLite::Database database(to, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  schiri::db::migrate(database, version);
  SQLite::Statement attach(database, "ATTACH ? AS now");
  attach.bind(1, from);
  attach.exec();
  for (const char* table : {"player", "event", "game", "movetext"}) {
    database.exec(std::string("INSERT INTO main.") + table + " SELECT * FROM now." + table);
  }
  database.exec(
      "INSERT INTO quarantine (id, file, line, number, game, findings, text)"
      " SELECT id, file, line, number, game, findings, text FROM now.quarantine");
}

}  // namespace

TEST_CASE("db: a database of any older version is read as it is, and copied before it is changed") {
  const TemporaryDirectory directory;
  const std::string today = directory.file("today.db"), db = directory.file("a.db");
  REQUIRE(run_schiri({"db", "import", "--db", today, sample}).status == 0);
  REQUIRE(run_schiri({"db", "import", "--db", today, "-"}, "[Game \"chess\"]\n\n*\n").status == 1);
  REQUIRE(run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
                      "greedy", "--db", today})
              .status == 0);
  const int version = GENERATE(range(1, schiri::db::newest_schema_version()));
  CAPTURE(version);
  write_older(today, db, version);

  const std::string old = read_file(db);
  const auto answers = [&](const std::string& path) {
    std::string text;
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"db", "export"},
             {"db", "query", "games"},
             {"db", "query", "players"},
             {"db", "query", "events"},
             {"db", "query", "openings", "creeper", "--ratings"},
             {"db", "query", "endings"},
             {"db", "query", "head-to-head"},
             {"db", "query", "streaks"},
             {"db", "quarantine", "list"},
             {"ratings"},
             {"table"},
             {"tournament", "verify"},
             {"db", "check"},
         }) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"--db", path});
      const Run run = run_schiri(all);
      CAPTURE(words, run.err);
      CHECK(run.status == 0);
      text += run.out;
    }
    return text;
  };
  const std::string wanted = answers(today);
  CHECK(answers(db) == wanted);
  CHECK(run_schiri({"db", "query", "imports", "--db", db, "--format", "json"}).out.empty());
  CHECK(run_schiri({"db", "undo-import", "--db", db, "--dry-run"}).status == 2);
  const auto merged = [&](const std::string& name, const std::string& other) {
    const Run run = run_schiri({"db", "merge", "--db", directory.file(name), other});
    CAPTURE(run.err);
    CHECK(run.status == 0);
    return exported(directory.file(name));
  };
  CHECK(merged("b.db", db) == merged("c.db", today));
  CHECK(read_file(db) == old);

  CHECK(run_schiri({"db", "index", "--db", db}).status == 0);
  CHECK(answers(db) == wanted);
  CHECK(read_file(db + ".schema-" + std::to_string(version)) != read_file(db));
  const std::string copy = db + ".schema-" + std::to_string(version);
  CHECK(answers(copy) == wanted);
  SQLite::Database before(copy, SQLite::OPEN_READONLY), now(db, SQLite::OPEN_READONLY);
  CHECK(schiri::db::schema_version(before) == version);
  CHECK(schiri::db::schema_version(now) == schiri::db::newest_schema_version());
  // What was migrated is what is made today.
  SQLite::Database made(today, SQLite::OPEN_READONLY);
  const auto schema = [](SQLite::Database& database) {
    std::set<std::string> definitions;
    SQLite::Statement select(database, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL");
    while (select.executeStep()) definitions.insert(select.getColumn(0).getString());
    return definitions;
  };
  CHECK(schema(now) == schema(made));
}

TEST_CASE("db: lists of ratings that were kept before there was a choice keep their scale") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  {
    SQLite::Database database(db, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    schiri::db::migrate(database, 9);
    database.exec("INSERT INTO player (id, name) VALUES (1, 'A')");
    for (const std::string method : {"bt", "whr", "elo", "glicko2"}) {
      database.exec("INSERT INTO rating VALUES ('creeper', 'standard', '" + method +
                    "', 1, 1, 1600.0, NULL, NULL, 1, 0, 0, 1)");
    }
    schiri::db::migrate(database, schiri::db::newest_schema_version());
  }
  CHECK(run_schiri({"db", "query", "sql", "--db", db, "--format", "csv",
                    "SELECT method, scale, rating FROM ratings"})
            .out ==
        "method,scale,rating\nbt,odds,1600.0\nelo,elo,1600.0\nglicko2,elo,1600.0\n"
        "whr,odds,1600.0\n");
}

TEST_CASE("db: a backup holds what was committed, while another process writes") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), copy = directory.file("b.db");
  REQUIRE(run_schiri({"db", "import", "--db", db, sample}).status == 0);
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

TEST_CASE("db: two processes that write at once both get their games in") {
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
  REQUIRE(run_schiri({"db", "import", "--db", db, "-"}, "[Game \"creeper\"]\n\n*\n").status == 0);
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

TEST_CASE("db vacuum: what was removed leaves the file") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri({"db", "import", "--db", db, sample}).status == 0);
  const auto before = std::filesystem::file_size(db);
  SQLite::Database(db, SQLite::OPEN_READWRITE)
      .exec("DELETE FROM movetext; DELETE FROM game; DELETE FROM unindexed");
  CHECK(run_schiri({"db", "vacuum", "--db", db}).status == 0);
  CHECK(std::filesystem::file_size(db) < before);
}
