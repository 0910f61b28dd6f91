#include <SQLiteCpp/SQLiteCpp.h>

#include "cli/database/view_columns.h"
#include "db/schema.h"
#include "tests/catch.h"
#include "tests/support/run.h"

namespace views_test {

struct Views {
  Views() {
    const std::string records = record_text({.event = "Club",
                                             .date = "2026.03.07",
                                             .round = "3.2",
                                             .white = "Anna",
                                             .black = "Bert",
                                             .result = "1-0",
                                             .termination = "resignation",
                                             .more = "[WhiteElo \"1900\"]\n[BlackElo \"?\"]\n",
                                             .turns = "{a} {b} 1. A2+B3 {c} C7-C6"}) +
                                record_text({.event = "Club",
                                             .date = "2026.03.??",
                                             .round = "Final",
                                             .white = "Bert",
                                             .black = "Anna",
                                             .result = "1/2-1/2",
                                             .termination = "agreement",
                                             .turns = ""});
    const Run run = run_schiri({"db", "import", "--db", db, "-"}, records);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
  }

  TemporaryDirectory directory;
  std::string db = directory.file("a.db");
};

/// The columns of all views, as the schema has them.
std::vector<std::string> columns_of_schema() {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  schiri::db::create_schema(database);
  std::vector<std::string> columns;
  SQLite::Statement select(database,
                           "SELECT view.name || '.' || info.name FROM sqlite_schema AS view,"
                           " pragma_table_info(view.name) AS info WHERE view.type = 'view'"
                           " ORDER BY view.name, info.cid");
  while (select.executeStep()) columns.push_back(select.getColumn(0).getString());
  return columns;
}

TEST_CASE("views: the manual describes every column of every view, in its order") {
  std::vector<std::string> described;
  for (const auto& column : schiri::cli::view_columns()) {
    described.push_back(column.view + '.' + column.column);
    CAPTURE(described.back());
    CHECK(
        std::set<std::string>{"integer", "real", "text", "integer or text"}.contains(column.kind));
    CHECK_FALSE(column.content.empty());
  }
  std::stable_sort(described.begin(), described.end(), [](const auto& a, const auto& b) {
    return a.substr(0, a.find('.')) < b.substr(0, b.find('.'));
  });
  CHECK(described == columns_of_schema());
}

TEST_CASE_METHOD(Views, "views: values have the kinds of the manual") {
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  for (const auto& column : schiri::cli::view_columns()) {
    CAPTURE(column.view, column.column);
    SQLite::Statement select(
        database, "SELECT DISTINCT typeof(\"" + column.column + "\") FROM \"" + column.view + "\"");
    while (select.executeStep()) {
      const std::string kind = select.getColumn(0).getString();
      CHECK((kind == "null" || column.kind.find(kind) != std::string::npos));
    }
  }
}

TEST_CASE_METHOD(Views, "views: player_games finds a player's games by an index") {
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  SQLite::Statement plan(
      database, "EXPLAIN QUERY PLAN SELECT points FROM player_games WHERE player = 'Anna'");
  while (plan.executeStep()) {
    CHECK_THAT(plan.getColumn(3).getString(), !contains_text("SCAN"));
  }
}

}  // namespace views_test
