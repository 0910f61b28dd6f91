#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/stat.h>

#include "db/schema.h"
#include "tests/catch.h"
#include "tests/sanitizers.h"
#include "tests/support/commands.h"
#include "tests/support/faulty_system.h"
#include "tests/support/run.h"

namespace unusable_database_test {

// Every command that opens a database, on everything that can replace the file.

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

/// Whether the command creates a missing database.
bool is_maker(const CommandLine& line) {
  return line.path == "tournament run" || line.path == "db import" || line.path == "db merge";
}

bool is_check(const CommandLine& line) { return line.path == "db check"; }

struct Fixture {
  Fixture() { std::filesystem::copy_file(folder.path() + "/e.db", good); }

  Run run(const CommandLine& line) const {
    Words words = line.words;
    for (const auto& [name, file] : std::map<std::string, std::string>{
             {"e.db", db}, {"other.db", good}, {"out.db", directory.file("copy.db")}}) {
      std::replace(words.begin(), words.end(), name, file);
    }
    return run_schiri(words, "", {folder.path(), {}});
  }

  CommandFolder folder;
  TemporaryDirectory directory;
  std::string good = directory.file("good.db"), db = directory.file("a.db");
};

TEST_CASE_METHOD(Fixture, "databases: every command reports a file that is not a database") {
  std::string message;
  bool made_if_empty = false;
  SECTION("no file") {
    message = "there is no such database; create one with 'schiri db import'";
    made_if_empty = true;
  }
  SECTION("an empty file") {
    directory.write("a.db", "");
    message = "this file is empty, not yet a schiri database; 'schiri db import'";
    made_if_empty = true;
  }
  SECTION("a directory") {
    std::filesystem::create_directory(db);
    message = "is a directory";
  }
  SECTION("a pipe without a writer") {
    REQUIRE(mkfifo(db.c_str(), 0600) == 0);
    message = "is not a file, which a database must be";
  }
  SECTION("records") {
    directory.write("a.db", read_file(sample));
    message = "this is not a database";
  }
  SECTION("a database without its first bytes") {
    directory.write("a.db", std::string(100, 'x') + read_file(good).substr(100));
    message = "its beginning is destroyed; use 'schiri db salvage' to recover its games";
  }
  SECTION("a database of another program") {
    SQLite::Database(db, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE game(x)");
    message = "this is not a schiri database";
  }
  SECTION("a database of another version") {
    std::filesystem::copy_file(good, db);
    SQLite::Database(db, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 1000");
    message = "another version of schiri has written this database (its schema 1000, known here " +
              std::to_string(schiri::db::schema_version) + ")";
  }
  const bool is_file = std::filesystem::is_regular_file(db);
  const std::string before = is_file ? read_file(db) : "";
  for (const CommandLine& command : database_lines()) {
    if (made_if_empty && is_maker(command)) continue;
    const Run run = this->run(command);
    CAPTURE(command.words, run.err);
    CHECK(run.status == 3);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::Matchers::StartsWith("schiri: " + db + ": ") &&
                            contains_text(message) && Catch::Matchers::EndsWith("\n"));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK((is_file ? read_file(db) == before : std::filesystem::exists(db) == (message[0] == 'i')));
  }
  CHECK_FALSE(std::filesystem::exists(directory.file("copy.db")));
}

TEST_CASE_METHOD(Fixture, "databases: a file system without shared memory is named") {
  if (is_omitted_as_preloading()) return;
  const auto games = [&](const std::string& path) {
    return run_schiri({"db", "query", "games", "--db", path, "--format", "csv"});
  };
  const std::string before = games(good).out;
  const FaultySystem faults("mmap=1-1000000");
  const Run failed = run_schiri({"db", "import", "--db", good, sample});
  CHECK(failed.status == 3);
  CHECK_THAT(failed.err, Catch::Matchers::StartsWith("schiri: " + good +
                                                     ": the file system cannot "
                                                     "share memory"));
  REQUIRE(faults.strikes() > 0);
  // What was there can be read, also beside an empty log.
  CHECK(games(good).out == before);
  directory.write("good.db-wal", "");
  CHECK(games(good).out == before);
  // A database without games needs no log.
  CHECK(run_schiri({"db", "import", "--db", db, sample}).status == 0);
  CHECK(games(db).status == 0);
}

TEST_CASE_METHOD(Fixture, "databases: a failed command leaves no empty one that it made") {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"db", "import", directory.file("missing.pgn")},
           {"db", "import", directory.write("half.pgn.gz", "\x1f\x8b\x08 no data")},
           {"db", "merge", directory.file("missing.db")},
           {"db", "merge", directory.write("text.db", "text")}}) {
    const Run run = run_schiri(words + Words{"--db", db});
    CAPTURE(words, run.err);
    CHECK(run.status == 3);
    CHECK_FALSE(std::filesystem::exists(db));
  }
  // One without games is a result.
  CHECK(run_schiri({"db", "import", directory.write("empty.pgn", "\n"), "--db", db}).status == 0);
  CHECK(std::filesystem::exists(db));
}

TEST_CASE_METHOD(Fixture, "databases: every command reports damage and none crashes") {
  const std::string whole = read_file(good);
  std::string bytes = whole;
  bool everything_is_gone = true;
  SECTION("without its schema") { std::fill_n(bytes.begin() + 100, 3996, 'x'); }
  SECTION("truncated after its first page") { bytes.resize(5000); }
  SECTION("only the schema is left") { std::fill(bytes.begin() + 4 * 4096, bytes.end(), 'x'); }
  SECTION("one damaged page that not every command reads") {
    everything_is_gone = false;
    const auto page = GENERATE(range(5, 25, 4));
    REQUIRE(whole.size() > 25 * 4096);
    std::fill_n(bytes.begin() + page * 4096, 4096, '\0');
  }
  for (const CommandLine& command : database_lines()) {
    directory.write("a.db", bytes);
    std::filesystem::remove(directory.file("copy.db"));
    const Run run = this->run(command);
    CAPTURE(command.words, run.out, run.err);
    if (is_check(command)) {
      CHECK(run.status == 1);
      CHECK_THAT(run.out, contains_text("file: ") && contains_text(" problem"));
    } else if (everything_is_gone || run.status != 0) {
      CHECK((run.status == 3 || (run.status <= 2 && !everything_is_gone)));
      CHECK_FALSE(run.err.empty());
    }
    if (everything_is_gone && !is_check(command)) {
      CHECK_THAT(run.err, contains_text(db + ": the database is damaged (") &&
                              contains_text("'schiri db salvage' to recover intact games"));
    }
  }
}

TEST_CASE_METHOD(Fixture, "databases: an error in a merged database names that database") {
  const auto damage = GENERATE(100, 4096, 8 * 4096);
  std::string bytes = read_file(good);
  std::fill(bytes.begin() + (damage == 100 ? 0 : damage), bytes.end(), 'x');
  directory.write("bad.db", bytes);
  const std::string bad = directory.file("bad.db");
  const Run run = run_schiri({"db", "merge", "--db", db, bad, good});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, Catch::Matchers::StartsWith("schiri: " + bad + ": "));
  CHECK_THAT(run.out, contains_text("5 games of 2 new events"));
}

}  // namespace unusable_database_test
