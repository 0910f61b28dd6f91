// Databases that an attacker has manipulated: every command refuses them without harm.
#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/schema.h"
#include "tests/catch.h"
#include "tests/support/commands.h"
#include "tests/support/run.h"

namespace untrusted_database_test {

namespace fs = std::filesystem;

const std::string sample = std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn";

struct Fixture {
  Fixture() { must_run({"db", "import", "--db", db, sample}); }

  void change(const std::string& sql) const {
    SQLite::Database(db, SQLite::OPEN_READWRITE).exec(sql);
  }

  /// Every third command that opens a database, except the check; others in each repetition.
  static std::vector<CommandLine> commands() {
    static std::size_t turn = 0;
    std::vector<CommandLine> some;
    for (std::size_t i = turn++ % 3; i < database_lines().size(); i += 3) {
      if (database_lines()[i].path != "db check") some.push_back(database_lines()[i]);
    }
    return some;
  }
  /// Runs it on this database.
  Run run(const CommandLine& line) const {
    Words words = line.words;
    std::replace(words.begin(), words.end(), std::string("e.db"), db);
    return run_schiri(words, "", {folder.path(), {}});
  }

  CommandFolder folder;
  TemporaryDirectory directory;
  std::string db = directory.file("a.db");
};

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xff);
  return bytes;
}

constexpr std::string_view journal_magic("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);

/// A hot journal. If it names a super-journal, rolling it back deletes the file of that name
/// (https://www.sqlite.org/fileformat.html, the rollback journal).
std::string hot_journal(const std::string& db, const std::string& super_journal) {
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  const auto pages = static_cast<std::uint32_t>(database.execAndGet("PRAGMA page_count").getInt());
  std::string journal = std::string(journal_magic) + big_endian(0) + big_endian(7) +
                        big_endian(pages) + big_endian(512) + big_endian(4096);
  journal.resize(512, '\0');
  if (super_journal.empty()) return journal;
  std::uint32_t sum = 0;
  for (const char c : super_journal) sum += static_cast<std::uint32_t>(c);
  return journal + big_endian((1u << 30) / 4096 + 1) + super_journal +
         big_endian(static_cast<std::uint32_t>(super_journal.size())) + big_endian(sum) +
         std::string(journal_magic);
}

std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files[entry.path().string()] = read_file(entry.path().string());
  }
  return files;
}

TEST_CASE_METHOD(Fixture, "untrusted database: a journal deletes no other file") {
  const std::string victim = directory.write("victim.txt", "precious");
  directory.write("a.db-journal", hot_journal(db, victim));
  const auto before = contents(directory.file(""));
  for (const CommandLine& line : database_lines()) {
    if (line.path == "db check") continue;
    CAPTURE(line.words);
    const Run run = this->run(line);
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("names another file"));
    fs::remove(directory.file("other.db"));
    CHECK(contents(directory.file("")) == before);
  }
  const Run check = run_schiri({"db", "check", "--db", db});
  CHECK(check.status == 1);
  CHECK_THAT(check.out, contains_text("names another file"));
  CHECK(run_schiri({"db", "salvage", "--db", db, "-o", directory.file("saved.db")}).status == 0);
  CHECK(read_file(victim) == "precious");
}

TEST_CASE_METHOD(Fixture, "untrusted database: reading does not roll back or change the files") {
  const std::string wanted = run_schiri({"db", "export", "--db", db}).out;
  SECTION("a journal") { directory.write("a.db-journal", hot_journal(db, "")); }
  SECTION("a write-ahead log") {
    // Simulates a killed program by a copy of the open database.
    const std::string copy = directory.file("b.db");
    SQLite::Database writer(db, SQLite::OPEN_READWRITE);
    writer.exec("PRAGMA journal_mode = WAL; UPDATE player SET name = name || '!'");
    fs::copy_file(db, copy);
    fs::copy_file(db + "-wal", copy + "-wal");
    db = copy;
  }
  SECTION("a log beside a database without write-ahead logging") {
    directory.write("a.db-wal", std::string(5000, 'x'));
  }
  SECTION("write-ahead logging without its log") {
    change("PRAGMA journal_mode = WAL");
    SQLite::Database writer(db, SQLite::OPEN_READWRITE);
    writer.exec("PRAGMA journal_mode = WAL; UPDATE player SET name = name || '!'");
    fs::copy_file(db, directory.file("b.db"));
    db = directory.file("b.db");
  }
  const auto before = contents(directory.file(""));
  const Run run = run_schiri({"db", "export", "--db", db});
  CHECK(run.status == 0);
  CHECK((run.out == wanted) != (run.out.find("!\"]") != std::string::npos));
  CHECK(run_schiri({"ratings", "--db", db}).status == 0);
  CHECK(run_schiri({"db", "query", "players", "--db", db}).status == 0);
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
  CHECK(contents(directory.file("")) == before);
  // Committed changes of a killed program are read, and a writing command applies them.
  CHECK(run_schiri({"db", "merge", "--db", directory.file("m.db"), db}).status == 0);
  CHECK(run_schiri({"db", "index", "--db", db}).status == 0);
  CHECK(run_schiri({"db", "export", "--db", db}).out == run.out);
  CHECK_FALSE(fs::exists(db + "-journal"));
  CHECK_FALSE(fs::exists(db + "-wal"));
}

TEST_CASE_METHOD(Fixture, "untrusted database: a log without its database is kept") {
  const std::string log = directory.write("b.db-wal", std::string(5000, 'x'));
  const bool is_there = GENERATE(true, false);
  db = directory.file("b.db");
  if (is_there) directory.write("b.db", "");
  for (const CommandLine& line : commands()) {
    CAPTURE(line.words);
    CHECK(run(line).status == 3);
    CHECK(fs::exists(log));
  }
}

TEST_CASE_METHOD(Fixture, "untrusted database: foreign objects are named and never run") {
  const auto [sql, object] = GENERATE(table<std::string, std::string>({
      {"CREATE TRIGGER evil AFTER INSERT ON game BEGIN DELETE FROM movetext; END",
       "the trigger evil is not part of"},
      {"CREATE TRIGGER evil AFTER UPDATE ON player BEGIN DELETE FROM movetext; END",
       "the trigger evil is not part of"},
      {"PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; ALTER TABLE event RENAME TO e;"
       " CREATE VIEW event AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
       " SELECT x AS id, '' AS name, '' AS config, 1 AS games, 1 AS first_game, 1 AS shard,"
       " 1 AS shards FROM c",
       "the table e is not part of"},
      {"DROP VIEW games; CREATE VIEW games AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL"
       " SELECT x + 1 FROM c) SELECT x FROM c",
       "the view games is not defined as"},
      {"CREATE VIRTUAL TABLE t USING fts5(x)", "the table t is not part of"},
      {"CREATE INDEX slow ON game (length(round))", "the index slow is not part of"},
      {"DROP TRIGGER game_deleted", "the trigger game_deleted is missing"},
      {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'turns', 'turnz')"
       " WHERE name = 'game'",
       "game"},
  }));
  CAPTURE(sql);
  change(sql);
  const std::string before = read_file(db);
  for (const CommandLine& line : commands()) {
    CAPTURE(line.words);
    const Run run = this->run(line);
    CHECK(run.status == 3);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, contains_text(object) || contains_text("malformed database schema"));
    CHECK(read_file(db) == before);
  }
  const Run check = run_schiri({"db", "check", "--db", db});
  CHECK(check.status == 1);
  CHECK_THAT(check.out, contains_text(object) || contains_text("malformed database schema"));
  const Run salvage = run_schiri({"db", "salvage", "--db", db, "-o", directory.file("saved.db")});
  CHECK(salvage.status != 2);
  CHECK(run_schiri({"db", "check", "--db", directory.file("saved.db")}).status == 0);
}

TEST_CASE_METHOD(Fixture, "untrusted database: an unknown version is only named") {
  const int version = GENERATE(-1, -2147483647, 0, schiri::db::schema_version - 1,
                               schiri::db::schema_version + 1, 2147483647);
  change("PRAGMA user_version = " + std::to_string(version));
  for (const CommandLine& line : database_lines()) {
    CAPTURE(line.words, version);
    const Run run = this->run(line);
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("its schema " + std::to_string(version) + ","));
  }
}

TEST_CASE_METHOD(Fixture, "untrusted database: values are checked when they are read") {
  must_run({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy", "--db",
            db, "--event", "E"});
  const std::string lax = "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; ";
  const auto [sql, finding] = GENERATE(table<std::string, std::string>({
      {"UPDATE event SET shards = 0, shard = 0 WHERE name = 'E'", "'shards' is out of range"},
      {"UPDATE event SET shard = 5 WHERE name = 'E'", "'shard' is out of range"},
      {"UPDATE event SET games = -1 WHERE name = 'E'", "'games' is out of range"},
      {"UPDATE event SET games = 9223372036854775807 WHERE name = 'E'", "'games' is out of range"},
      {"UPDATE event SET first_game = -5 WHERE name = 'E'", "'first_game' is out of range"},
      {"INSERT INTO event_span SELECT id, -4, 1 FROM event WHERE name = 'E'",
       "'first_number' is out of range"},
      {"UPDATE game SET turns = -5 WHERE id = 1", "'turns' is out of range"},
      {"UPDATE game SET result = 'won' WHERE id = 1", "'result' is not a result"},
  }));
  CAPTURE(sql);
  change(lax + sql);
  const Run check = run_schiri({"db", "check", "--db", db});
  CHECK(check.status == 1);
  CHECK_THAT(check.out, contains_text(finding));
  for (const CommandLine& line : commands()) {
    CAPTURE(line.words);
    const Run run = this->run(line);
    CHECK((run.status == 0 || run.status == 1 || run.status == 2 || run.status == 3));
    CHECK_THAT(run.err, !contains_text("inside"));
  }
}

TEST_CASE_METHOD(Fixture, "untrusted database: the largest ids need no memory") {
  const std::string id = GENERATE("9223372036854775807", "4611686018427387904", "-7");
  change("PRAGMA foreign_keys = OFF; UPDATE movetext SET game_id = " + id +
         " WHERE game_id = 1; UPDATE game SET id = " + id + " WHERE id = 1");
  for (const CommandLine& line : commands()) {
    CAPTURE(line.words);
    const Run run = this->run(line);
    CHECK((run.status == 0 || run.status == 1 || run.status == 2 || run.status == 3));
    CHECK_THAT(run.err, !contains_text("memory") && !contains_text("inside"));
  }
  CHECK(run_schiri({"db", "check", "--db", db}).status == 1);
}

TEST_CASE_METHOD(Fixture, "untrusted database: foreign functions are not called") {
  for (const std::string function :
       {"fts3_tokenizer('simple')", "load_extension('x')", "readfile('/etc/passwd')",
        "writefile('x', 'y')", "edit('x')", "sqlite_compileoption_get(1)", "sqlite_source_id()"}) {
    const Run run = run_schiri({"db", "query", "sql", "--db", db, "SELECT " + function});
    CAPTURE(function, run.err);
    CHECK(run.status == 2);
  }
  CHECK(run_schiri({"db", "query", "sql", "--db", db,
                    "SELECT max(length(upper(white))), json_array_length('[1]') FROM games"})
            .status == 0);
}

}  // namespace untrusted_database_test
