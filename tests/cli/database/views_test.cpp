#include <SQLiteCpp/SQLiteCpp.h>

#include "cli/database/view_columns.h"
#include "db/schema.h"
#include "tests/catch.h"
#include "tests/support/run.h"

namespace views_test {

using schiri::Json;

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

  Run sql(std::vector<std::string> words, const std::string& input = "") const {
    words.insert(words.begin(), {"db", "query", "sql", "--db", db});
    return run_schiri(words, input);
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

TEST_CASE_METHOD(Views, "views: --schema lists them without a database") {
  const Run run = run_schiri({"db", "query", "sql", "--schema", "--format", "json"});
  CHECK(run.status == 0);
  const Json first = Json::parse(run.out.substr(0, run.out.find('\n')));
  CHECK(first.at("view") == "games");
  CHECK(first.at("column") == "id");
  CHECK(first.at("kind") == "integer");
  CHECK(first.at("stable") == true);
  CHECK(first.at("schema_version") == schiri::db::schema_version);
  CHECK_THAT(run.out, contains_text("{\"view\":\"player_games\",\"column\":\"date\",\"kind\":"
                                    "\"text\",\"unit\":\"YYYY-MM-DD\",\"stable\":true,"));
  CHECK(sql({"SELECT * FROM schema_version", "--format", "csv"}).out ==
        "schema_version\n" + std::to_string(schiri::db::schema_version) + "\n");
}

TEST_CASE_METHOD(Views, "views: player_games has a row for each player and game") {
  CHECK(sql({"SELECT * FROM player_games ORDER BY id, colour DESC", "--format", "csv"}).out ==
        "player,opponent,colour,points,event,round,board,date,own_rating,opponent_rating,"
        "first_turn,turns,ending,game,variant,id\n"
        "Anna,Bert,white,1.0,Club,3,2,2026-03-07,1900,,A2+B3,2,resignation,creeper,standard,1\n"
        "Bert,Anna,black,0.0,Club,3,2,2026-03-07,,1900,A2+B3,2,resignation,creeper,standard,1\n"
        "Bert,Anna,white,0.5,Club,Final,,2026-03,,,,0,agreement,creeper,standard,2\n"
        "Anna,Bert,black,0.5,Club,Final,,2026-03,,,,0,agreement,creeper,standard,2\n");
}

TEST_CASE_METHOD(Views, "views: player_games finds a player's games by an index") {
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  SQLite::Statement plan(
      database, "EXPLAIN QUERY PLAN SELECT points FROM player_games WHERE player = 'Anna'");
  while (plan.executeStep()) {
    CHECK_THAT(plan.getColumn(3).getString(), !contains_text("SCAN"));
  }
}

TEST_CASE_METHOD(Views, "views: the first turn comes after comments, however they are written") {
  const auto [text, turn] = GENERATE(table<std::string, Json>({
      {"A2+B3", "A2+B3"},
      {"A2+B3 C7-C6", "A2+B3"},
      {"{x} A2+B3", "A2+B3"},
      {"{x} $1 {y (z)} A2+B3", "A2+B3"},
      {";a } b\n A2+B3", "A2+B3"},
      {"", Json()},
      {"{x}", Json()},
      {"{never closed", Json()},
      {"$1", Json()},
      {"( A2+B3 )", Json()},
  }));
  CAPTURE(text);
  {
    SQLite::Database database(db, SQLite::OPEN_READWRITE);
    SQLite::Statement change(database, "UPDATE movetext SET text = ? WHERE game_id = 1");
    change.bind(1, text);
    change.exec();
  }
  const Run run = sql({"SELECT first_turn FROM player_games WHERE id = 1 AND colour = 'white'",
                       "--format", "json"});
  CHECK(Json::parse(run.out).at("first_turn") == turn);
}

TEST_CASE_METHOD(Views, "query sql: - reads the statement from standard input") {
  CHECK(sql({"-", "--format", "csv"}, "-- how many\nSELECT count(*) AS n\nFROM games;\n").out ==
        "n\n2\n");
  const std::pair<std::string, std::string> wrong[] = {
      {"", "there is no statement"},
      {"SELECT 1; SELECT 2", "expected a single statement"},
      {std::string("SELECT 1\0", 9), "null byte"},
      {std::string((1 << 20) + 1, ' '), "more than 1 MiB"}};
  for (const auto& [statement, message] : wrong) {
    const Run run = sql({"-"}, statement);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, contains_text(message));
  }
}

TEST_CASE_METHOD(Views, "query sql: an unknown name is answered with those that exist") {
  const std::pair<std::string, std::string> wrong[] = {
      {"SELECT whit FROM games",
       "no such column: whit; the nearest is 'white'; the columns of games are: id, event, "},
      {"SELECT g.whit FROM games AS g", "no such column: g.whit; the nearest is 'white'; the "},
      {"SELECT zzz FROM games", "no such column: zzz; the columns of games are: "},
      {"SELECT opponnent FROM player_games",
       "no such column: opponnent; the nearest is 'opponent'; the columns of player_games are: "},
      {"SELECT 1 FROM playr_games",
       "no such table: playr_games; the nearest is 'player_games'; the views are: aliases, byes, "},
      {"SELECT nix FROM player", "no such column: nix; the views are: aliases, byes, "}};
  for (const auto& [statement, message] : wrong) {
    CAPTURE(statement);
    const Run run = sql({statement});
    CHECK(run.status == 2);
    CHECK_THAT(run.err, contains_text(message));
  }
  CHECK_THAT(sql({"SELECT opponnent FROM player_games"}).err,
             !contains_text("the columns of games are"));
}

}  // namespace views_test
