#include "db/sqlite/connection.h"

#include "db/sqlite/transaction.h"
#include "tests/catch.h"

namespace connection_test {

using db::Connection;
using db::OpenMode;

/// The format of a database of notes, without tables of this program.
constexpr db::DatabaseFormat notes = {
    [](SQLite::Database& database) {
      database.exec("PRAGMA application_id = 7; CREATE TABLE note (text TEXT) STRICT");
    },
    [](SQLite::Database& database, const std::string& path) {
      if (db::single_value(database, "PRAGMA application_id").getInt64() == 7) return;
      throw db::StoreError(path + ": no notes");
    }};

constexpr db::DatabaseFormat nothing = {
    [](SQLite::Database&) {},
    [](SQLite::Database&, const std::string& path) { throw db::StoreError(path + ": refused"); }};

class CallList final : public db::ConnectionCache {
 public:
  explicit CallList(Connection& connection) : connection_(connection) { connection.attach(*this); }
  CallList(const CallList&) = delete;
  CallList& operator=(const CallList&) = delete;
  ~CallList() { connection_.detach(*this); }

  void drop_statements() noexcept override { calls_ += "drop "; }
  void forget_rows() noexcept override { calls_ += "forget "; }
  std::string take() { return std::exchange(calls_, {}); }

 private:
  Connection& connection_;
  std::string calls_;
};

void write_note(Connection& connection, const char* text, bool commit = true) {
  connection.run([&] {
    db::WriteTransaction transaction(connection);
    db::Statement insert(connection.database(), "INSERT INTO note VALUES (?)");
    insert.bind(1, text);
    insert.exec();
    if (commit) transaction.commit();
  });
}

std::uint64_t count_notes(Connection& connection) {
  return connection.run([&] {
    return db::single_value(connection.database(), "SELECT count(*) FROM note").getCount();
  });
}

TEST_CASE("connection: opens any format and initialises an empty file") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("notes.db");
  CHECK_THROWS_AS(Connection(path, OpenMode::read, notes), db::StoreError);
  {
    Connection connection(path, OpenMode::create, notes);
    CHECK_FALSE(db::is_new(connection.database()));
    write_note(connection, "a");
  }
  Connection connection(path, OpenMode::read, notes);
  CHECK(count_notes(connection) == 1);
  CHECK_THROWS_WITH(Connection(path, OpenMode::read, nothing), path + ": refused");
}

TEST_CASE("connection: caches are notified of rollbacks and of other connections") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("notes.db");
  Connection connection(path, OpenMode::create, notes);
  write_note(connection, "before");
  {
    CallList calls(connection);
    write_note(connection, "kept");
    CHECK(calls.take().empty());
    write_note(connection, "taken back", false);
    CHECK(calls.take() == "drop forget ");
    Connection other(path, OpenMode::write, notes);
    write_note(other, "elsewhere");
    CHECK(calls.take().empty());
    write_note(connection, "after");
    CHECK(calls.take() == "forget ");
  }
  write_note(connection, "taken back", false);  // the cache is destroyed
  CHECK(count_notes(connection) == 4);
}

TEST_CASE("connection: a snapshot sees the same rows during writes of another connection") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("notes.db");
  Connection connection(path, OpenMode::create, notes), other(path, OpenMode::write, notes);
  write_note(other, "before");
  {
    const db::Snapshot snapshot(connection);
    CHECK(count_notes(connection) == 1);
    write_note(other, "meanwhile");
    { const db::Snapshot part(connection); }
    CHECK(count_notes(connection) == 1);
  }
  CHECK(count_notes(connection) == 2);
}

TEST_CASE("connection: SQLite's errors name the path of the unusable database") {
  static_assert(std::is_base_of_v<UnusableError, db::StoreDamaged>);
  const TemporaryDirectory directory;
  const std::string path = directory.file("notes.db");
  Connection connection(path, OpenMode::create, notes);
  const auto fail = [&] {
    connection.run([&] { connection.database().exec("INSERT INTO missing VALUES (1)"); });
  };
  CHECK_THROWS_WITH(fail(), Catch::Matchers::StartsWith(path + ": no such table"));
  CHECK_THROWS_AS(fail(), UnusableError);
}

TEST_CASE("connection: an untrusted database is rejected with its first reason") {
  const db::StoreUntrusted one("a.db", {"a trigger"}), three("a.db", {"a trigger", "b", "c"});
  CHECK_THAT(one.what(), Catch::Matchers::StartsWith("a.db: a trigger; the database"));
  CHECK_THAT(three.what(),
             Catch::Matchers::StartsWith("a.db: a trigger (and 2 more such problems"));
  CHECK(three.reasons.size() == 3);
}

TEST_CASE("statement: binds values of all types and null and runs again") {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("CREATE TABLE row (whole, real, text, perhaps, empty)");
  db::Statement insert(database, "INSERT INTO row VALUES (?, ?, ?, ?, ?)");
  insert.run(std::uint64_t{1}, 0.5, std::string("a"), std::optional<std::string>("b"),
             db::text_or_null(""));
  insert.run(true, std::optional<double>(), "c", std::optional<std::int64_t>(7),
             db::text_or_null("d"));
  const auto rows = [&](std::int64_t whole, const std::string& text) {
    db::Statement select(database,
                         "SELECT quote(real) || quote(perhaps) || quote(empty) FROM row"
                         " WHERE whole = ? AND text = ?",
                         whole, text);
    return select.executeStep() ? select.getColumn(0).getString() : std::string();
  };
  CHECK(rows(1, "a") == "0.5'b'NULL");
  CHECK(rows(1, "c") == "NULL7'd'");
}

}  // namespace connection_test
