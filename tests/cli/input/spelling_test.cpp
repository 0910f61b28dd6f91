#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/database.h"

namespace spelling_test {

// Equivalent Unicode spellings are one name: each case uses two spellings of Dörte.

const std::string composed = "D\u00f6rte M\u00fcller", apart = "Do\u0308rte Mu\u0308ller";

std::string game(const std::string& event, const std::string& round, const std::string& white,
                 const std::string& black, const std::string& result,
                 const std::string& turns = "1. A2+B3 A6-B6") {
  return record_text({.event = event,
                      .site = "s",
                      .date = "2026.01.02",
                      .round = round,
                      .white = white,
                      .black = black,
                      .result = result,
                      .termination = "resignation",
                      .turns = turns});
}

const std::string cup = "Caf\u00e9", cup_apart = "Cafe\u0301";

const std::string first = game(cup_apart, "1", apart, "Bob", "1-0");
const std::string second = game(cup, "2", "Bob", composed, "0-1", "1. A2-B2 A6-B6");

struct Data {
  TemporaryDirectory directory;
  std::string file = directory.write("games.pgn", first + second);
  std::string db = directory.file("games.db");

  Data() { must_run({"db", "import", "--db", db, file}); }
};

std::vector<std::string> players_of(const std::vector<Json>& rows) {
  std::vector<std::string> players;
  for (const Json& row : rows) players.push_back(row.at("player").text());
  return players;
}

std::vector<Json> rows_of(Words words) {
  words.insert(words.end(), {"--format", "json"});
  const Run run = run_schiri(words);
  CAPTURE(words, run.err);
  REQUIRE(run.status == 0);
  return json_lines(run.out);
}

const std::vector<std::string> both = {apart, "Bob"};

TEST_CASE("spelling: a list has one line for a player with the first spelling") {
  const Data data;
  for (const Words& source : {Words{data.file}, Words{"--db", data.db}}) {
    for (const Words& words :
         {Words{"ratings"}, Words{"ratings", "--method", "elo"}, Words{"table"}}) {
      CHECK(players_of(rows_of(words + source)) == both);
    }
  }
}

TEST_CASE("spelling: either spelling finds a player") {
  const Data data;
  const std::string name = GENERATE(composed, apart);
  CAPTURE(name);
  CHECK(run_schiri({"select", data.file, "--player", name, "--count"}).out == "2\n");
  CHECK(run_schiri({"select", data.file, "--white", name, "--count"}).out == "1\n");
  for (const Words& source : {Words{data.file}, Words{"--db", data.db}}) {
    const Words rate = Words{"ratings"} + source;
    CHECK(players_of(rows_of(rate + Words{"--player", name})) == both);
    CHECK(rows_of(rate + Words{"--anchor", name + "=2000"}).front().at("rating") == 2000);
    const std::vector<Json> history = rows_of(rate + Words{"--method", "elo", "--history", name});
    REQUIRE(history.size() == 1);
    CHECK(history.front().at("games") == 2);
    CHECK(rows_of(rate + Words{"--predict", name, "Bob"}).size() == 2);
  }
  CHECK(rows_of({"db", "query", "games", "--db", data.db, "--player", name}).size() == 2);
  CHECK(rows_of({"db", "query", "head-to-head", "--db", data.db, "--player", name}).size() == 1);
  CHECK(run_schiri({"db", "rename-player", "--db", data.db, name, "D. M.", "--yes"}).status == 0);
}

TEST_CASE("spelling: either spelling finds an event") {
  const Data data;
  const std::string event = GENERATE(cup, cup_apart);
  CHECK(rows_of({"db", "query", "games", "--db", data.db, "--event", event}).size() == 2);
  CHECK(run_schiri({"select", data.file, "--event", event, "--count"}).out == "2\n");
  CHECK(rows_of({"db", "query", "events", "--db", data.db}).size() == 1);
}

TEST_CASE("spelling: a database keeps the first spelling and recognizes the other") {
  const Data data;
  const std::vector<Json> players = rows_of({"db", "query", "players", "--db", data.db});
  REQUIRE(players.size() == 2);
  CHECK(players[1].at("player") == apart);
  const std::string again =
      data.directory.write("again.pgn", game(cup, "1", composed, "Bob", "1-0") +
                                            game(cup, "3", "Zoe\u0308", composed, "1-0"));
  must_run({"db", "import", "--db", data.db, again});
  CHECK(games_of(data.db).size() == 3);
  const std::string third =
      data.directory.write("third.pgn", game(cup, "4", "Zo\u00eb", apart, "1-0"));
  must_run({"db", "import", "--db", data.db, third});
  CHECK(rows_of({"db", "query", "players", "--db", data.db}).size() == 3);
  CHECK(run_schiri({"db", "check", "--db", data.db}).status == 0);
}

TEST_CASE("spelling: merging recognizes both spellings") {
  const Data data;
  const std::string other = data.directory.file("other.db");
  const std::string file = data.directory.write(
      "other.pgn", game(cup, "1", composed, "Bob", "1-0") + game(cup, "9", composed, "Bob", "1-0"));
  must_run({"db", "import", "--db", other, file});
  must_run({"db", "merge", "--db", data.db, other});
  CHECK(games_of(data.db).size() == 3);
  CHECK(rows_of({"db", "query", "players", "--db", data.db}).size() == 2);
  CHECK(rows_of({"db", "query", "events", "--db", data.db}).size() == 1);
}

TEST_CASE("spelling: an older database may hold both spellings") {
  const Data data;
  {
    SQLite::Database database(data.db, SQLite::OPEN_READWRITE);
    database.exec("INSERT INTO player (name) VALUES ('" + composed + "')");
    database.exec("UPDATE game SET black_id = last_insert_rowid() WHERE round = '2'");
  }
  CHECK(run_schiri({"db", "check", "--db", data.db}).status == 0);
  for (const std::string& name : {composed, apart}) {
    CHECK(rows_of({"db", "query", "games", "--db", data.db, "--player", name}).size() == 2);
  }
  CHECK(rows_of({"ratings", "--db", data.db}).size() == 2);
  CHECK(rows_of({"ratings", "--method", "elo", "--db", data.db}).size() == 2);
  const Run merged = run_schiri({"db", "merge-players", "--db", data.db, composed, apart, "--yes"});
  CHECK(merged.status == 0);
  CHECK(rows_of({"db", "query", "players", "--db", data.db}).size() == 2);
  CHECK(run_schiri({"db", "check", "--db", data.db}).status == 0);
}

TEST_CASE("spelling: a player can be renamed to the other spelling") {
  const Data data;
  const Run run = run_schiri({"db", "rename-player", "--db", data.db, apart, composed, "--yes"});
  CHECK(run.status == 0);
  CHECK(rows_of({"db", "query", "players", "--db", data.db})[1].at("player") == composed);
}

TEST_CASE("spelling: duplicates and summaries ignore the spelling") {
  const TemporaryDirectory directory;
  const std::string file =
      directory.write("games.pgn", game(cup, "1", composed, "Bob", "1-0") +
                                       game(cup_apart, "1", apart, "Bob", "1-0"));
  for (const char* headers : {"players", "all"}) {
    const Run run = run_schiri({"dedupe", file, "--headers", headers});
    CHECK_THAT(run.err, contains_text("1 kept"));
  }
  const std::vector<Json> lines = rows_of({"summary", file});
  CHECK(lines.front().at("players").size() == 2);
}

TEST_CASE("spelling: a synonym file accepts either spelling") {
  const Data data;
  const std::string synonyms = data.directory.write("names.txt", composed + " = Dora\n");
  CHECK(players_of(rows_of({"ratings", data.file, "--synonyms", synonyms})) ==
        std::vector<std::string>{"Dora", "Bob"});
  const std::string useless = data.directory.write("same.txt", apart + " = " + composed + "\n");
  CHECK(rows_of({"ratings", data.file, "--synonyms", useless}).size() == 2);
  const std::string twice =
      data.directory.write("twice.txt", apart + " = Dora\n" + composed + " = Dora\n");
  CHECK(rows_of({"ratings", data.file, "--synonyms", twice}).size() == 2);
  const std::string torn =
      data.directory.write("torn.txt", apart + " = Dora\n" + composed + " = Bob\n");
  CHECK(run_schiri({"ratings", data.file, "--synonyms", torn}).status == 2);
}

TEST_CASE("spelling: a player cannot enter an over-the-board event in both spellings") {
  const TemporaryDirectory directory;
  const std::string event = directory.file("cup.otb");
  must_run({"otb", "new", event, "--name", "Cup", "--game", "creeper", "--system", "round-robin"});
  must_run({"otb", "enter", event, apart, "Bob"});
  CHECK_THAT(run_schiri({"otb", "enter", event, composed}).err,
             contains_text("has entered already"));
  must_run({"otb", "pair", event});
  const std::string file =
      directory.write("round.pgn", game("Cup", "1", composed, "Bob", "1-0") +
                                       game("Cup", "1", "Bob", composed, "0-1"));
  CHECK_THAT(run_schiri({"otb", "import-results", event, file}).out,
             contains_text("1 result imported"));
}

TEST_CASE("spelling: two bots need different names") {
  const TemporaryDirectory directory;
  check_run({"tournament", "run", "--game", "creeper", "--bot", "random name=\"" + composed + "\"",
             "--bot", "random name=\"" + apart + "\"", "--db", directory.file("t.db")},
            2, "two bots are called");
}

TEST_CASE("spelling: a bot whose name is stored in the other spelling plays its tournament") {
  const Data data;
  const Words words = {
      "tournament", "run",    "--game", "creeper", "--bot",   "random name=\"" + composed + "\"",
      "--bot",      "random", "--db",   data.db,   "--event", "bots"};
  const Run run = run_schiri(words);
  CAPTURE(run.err, run.out);
  CHECK(run.status == 0);
  CHECK(verify(data.db).status == 0);
  CHECK(rows_of({"db", "query", "players", "--db", data.db}).size() == 3);
}

TEST_CASE("spelling: columns of text lists stay aligned") {
  const TemporaryDirectory directory;
  const std::string file =
      directory.write("games.pgn", game("e", "1", "\u738b\u5927\u4eba", apart, "1-0") +
                                       game("e", "2", "Bob", apart, "1-0"));
  const std::string out = run_schiri({"summary", file}).out;
  CAPTURE(out);
  CHECK_THAT(out, contains_text("\nplayer        games  own wins"));
  CHECK_THAT(out, contains_text("\n" + apart + "      2         0"));
  CHECK_THAT(out, contains_text("\n\u738b\u5927\u4eba            1         1"));
}

TEST_CASE("spelling: the caret is aligned below wide characters") {
  const Run run =
      run_schiri({"validate", "-"}, game("e", "1", "a", "b", "*", "{\u738b\u5927} A2+A9"));
  CHECK_THAT(run.err + run.out,
             contains_text(" | {\u738b\u5927} A2+A9 *\n") && contains_text(" |        ^~~~~\n"));
}

}  // namespace spelling_test
