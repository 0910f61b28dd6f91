#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/support/file_limit.h"
#include "tests/support/run.h"

namespace salvage_test {

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

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

TEST_CASE("db: a merge and a backup on a full disk leave no file, and name it") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run({"db", "import", "--db", db, sample});
  const FileLimit limit(std::filesystem::file_size(db) - 8'192);
  for (const bool merges : {true, false}) {
    const std::string target = directory.file(merges ? "merged.db" : "copy.db");
    check_run(merges ? std::vector<std::string>{"db", "merge", "--db", target, db}
                     : std::vector<std::string>{"db", "backup", "--db", db, "-o", target},
              3, target + ": ");
    CHECK_FALSE(std::filesystem::exists(target));
  }
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

}  // namespace salvage_test
