#include <SQLiteCpp/SQLiteCpp.h>

#include "db/games/store.h"
#include "db/schema.h"
#include "tests/catch.h"
#include "tests/files.h"

namespace opening_test {

using namespace schiri;
using db::Store;

std::string refusal(const std::string& path, Store::Mode mode) {
  try {
    Store store(path, mode);
  } catch (const db::StoreError& error) {
    return error.what();
  }
  return "opened";
}

void run_sql(const std::string& path, const std::string& sql) {
  SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

TEST_CASE("store: only mode create makes a database") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.db");
  CHECK_THAT(refusal(path, Store::Mode::read), contains_text("no such database"));
  CHECK_THAT(refusal(path, Store::Mode::write), contains_text("no such database"));
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(refusal(path, Store::Mode::create) == "opened");
  CHECK(refusal(path, Store::Mode::read) == "opened");
  CHECK(refusal(path, Store::Mode::write) == "opened");
}

TEST_CASE("store: a closed database is a single file") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.db");
  { Store store(path, Store::Mode::create); }
  CHECK_FALSE(std::filesystem::exists(path + "-wal"));
  CHECK_FALSE(std::filesystem::exists(path + "-shm"));
  SQLite::Database database(path, SQLite::OPEN_READONLY);
  CHECK(database.execAndGet("PRAGMA journal_mode").getString() == "delete");
}

TEST_CASE("store: reject files that are not databases of this program and leave them unchanged") {
  const TemporaryDirectory directory;
  const auto mode = GENERATE(Store::Mode::read, Store::Mode::write, Store::Mode::create);
  SECTION("not a database") {
    const std::string text = "[Event \"?\"]\n\n*\n" + std::string(2000, ' ');
    const std::string path = directory.write("a.pgn", text);
    CHECK_THAT(refusal(path, mode), contains_text("a.pgn: this is not a database"));
    CHECK(read_file(path) == text);
  }
  SECTION("a database of another program") {
    const std::string path = directory.file("a.db");
    run_sql(path, "CREATE TABLE game (x)");
    CHECK_THAT(refusal(path, mode), contains_text("schiri database"));
    run_sql(path, "PRAGMA application_id = 77");
    CHECK_THAT(refusal(path, mode), contains_text("schiri database"));
  }
  SECTION("a database of another version") {
    const std::string path = directory.file("a.db");
    { Store store(path, Store::Mode::create); }
    const int version = GENERATE(db::schema_version + 1, db::schema_version - 1, 0, -3);
    run_sql(path, "PRAGMA user_version = " + std::to_string(version));
    CHECK_THAT(refusal(path, mode), contains_text("another version") &&
                                        contains_text("schema " + std::to_string(version) + ","));
  }
  SECTION("a directory") {
    CHECK_THAT(refusal(directory.file(""), mode), contains_text("directory"));
  }
  SECTION("a missing directory") { CHECK(refusal(directory.file("none/a.db"), mode) != "opened"); }
}

TEST_CASE("store: an empty file becomes a database only in mode create") {
  const TemporaryDirectory directory;
  const std::string path = directory.write("a.db", "");
  CHECK_THAT(refusal(path, Store::Mode::read), contains_text("schiri database"));
  CHECK_THAT(refusal(path, Store::Mode::write), contains_text("schiri database"));
  CHECK(refusal(path, Store::Mode::create) == "opened");
}

TEST_CASE("store: the error names a damaged database") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.db");
  { Store store(path, Store::Mode::create); }
  std::string bytes = read_file(path);
  std::fill(bytes.begin() + 100, bytes.end(), 'x');
  directory.write("a.db", bytes);
  CHECK_THAT(refusal(path, Store::Mode::read), contains_text("a.db: the database is damaged"));
}

TEST_CASE("schema: has a version and strict tables and foreign keys") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.db");
  { Store store(path, Store::Mode::create); }
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  CHECK(database.execAndGet("PRAGMA user_version").getInt() == db::schema_version);
  CHECK(database.execAndGet("PRAGMA application_id").getInt() == db::application_id);
  CHECK(database
            .execAndGet("SELECT count(*) FROM pragma_table_list WHERE type = 'table'"
                        " AND NOT strict AND name NOT LIKE 'sqlite%'")
            .getInt() == 0);
  for (const char* view : {"games", "players", "events"}) {
    CHECK_NOTHROW(database.exec(std::string("SELECT * FROM ") + view));
  }
  database.exec("PRAGMA foreign_keys = ON");
  CHECK_THROWS(database.exec("INSERT INTO movetext VALUES (1, '', NULL)"));
  CHECK_THROWS(database.exec("INSERT INTO player VALUES (1, NULL)"));
}

}  // namespace opening_test
