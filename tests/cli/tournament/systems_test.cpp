#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/database.h"

namespace tournament_systems_test {

const Words five_bots = {"--game", "creeper",       "--bot", "greedy",
                         "--bot",  "random",        "--bot", "random name=a",
                         "--bot",  "random name=b", "--bot", "greedy name=c"};

std::string play(const TemporaryDirectory& directory, const Words& more) {
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri(Words{"tournament", "run", "--db", db} + five_bots + more).status == 0);
  return db;
}

TEST_CASE("systems: equal output for any number of threads and a valid plan") {
  const Words system = GENERATE(values<Words>({{"--system", "gauntlet", "--seeds", "2"},
                                               {"--system", "swiss"},
                                               {"--system", "swiss", "--single", "--rounds", "4"},
                                               {"--system", "knockout", "--pairs", "2"},
                                               {"--single", "--rounds", "3"}}));
  const TemporaryDirectory directory;
  std::string first;
  for (const std::string threads : {"1", "2", "8"}) {
    const std::string db = directory.file(threads + ".db");
    const Run run =
        run_schiri(Words{"tournament", "run", "--db", db, "-j", threads} + five_bots + system);
    REQUIRE(run.status == 0);
    if (first.empty()) first = exported(db) + run.out;
    CHECK((exported(db) + run.out == first));
    const Run verified = verify(db);
    CHECK(verified.status == 0);
    CHECK_THAT(verified.out, contains_text("0 findings\n"));
    CHECK(run_schiri({"tournament", "resume", "--db", db}).status == 0);
  }
}

TEST_CASE("show: the shown plan is played") {
  const TemporaryDirectory directory;
  const Run shown =
      run_schiri(Words{"tournament", "show", "--format", "json", "--with-openings"} + five_bots);
  REQUIRE(shown.status == 0);
  const auto plan = json_lines(shown.out);
  REQUIRE(plan.size() == 21);
  const std::string db = play(directory, {});
  const auto games =
      json_lines(run_schiri({"db", "query", "games", "--db", db, "--format", "json"}).out);
  REQUIRE(games.size() == 20);
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (const char* key : {"round", "board", "white", "black"})
      CHECK(plan[i + 1][key] == games[i][key]);
    CHECK(plan[i + 1]["line"].size() == 2);
  }
  const Run text = run_schiri(Words{"tournament", "show", "--limit", "3"} + five_bots);
  CHECK_THAT(text.out, contains_text("5 players, 20 games") && contains_text("and 17 more games"));
  const Run swiss = run_schiri(Words{"tournament", "show", "--system", "swiss"} + five_bots);
  CHECK_THAT(swiss.out, contains_text("bye: c") && contains_text("paired by the results"));
}

TEST_CASE("show: a stored tournament with its results also after an extension") {
  const auto system = GENERATE(values<std::string>({"round-robin", "swiss", "dutch", "knockout"}));
  CAPTURE(system);
  const TemporaryDirectory directory;
  const std::string db = play(directory, {"--system", system});
  const auto check_shown = [&] {
    const auto plan = json_lines(run_schiri({"tournament", "show", "--db", db, "--limit", "0",
                                             "--format", "json", "--with-openings"})
                                     .out);
    const auto stored =
        json_lines(run_schiri({"db", "query", "games", "--db", db, "--format", "json"}).out);
    std::size_t at = 0;
    for (const Json& line : plan) {
      if (!line.contains("number") || line["result"].is_null()) continue;
      REQUIRE(at < stored.size());
      for (const char* key : {"round", "board", "white", "black", "result"}) {
        CHECK(line[key] == stored[at][key]);
      }
      CHECK(line["line"].size() == 2);
      ++at;
    }
    CHECK(at == stored.size());
    return at;
  };
  const std::size_t played = check_shown();
  const std::string text = run_schiri({"tournament", "show", "--db", db}).out;
  CHECK_THAT(text, contains_text(" games, " + std::to_string(played) + " played\n") &&
                       !contains_text("by the results"));
  CHECK(contains_text("\nwinner: ").match(text) == (system == "knockout"));
  CHECK(run_schiri({"tournament", "show", "--db", db, "--seed", "2"}).status == 2);
  CHECK(run_schiri({"tournament", "show", "--db", db, "--event", "none"}).status == 2);
  CHECK(run_schiri({"tournament", "show", "--db", directory.file("none.db")}).status == 3);
  if (system == "knockout") return;  // a knockout cannot be extended
  REQUIRE(run_schiri({"tournament", "extend", "--db", db, "--rounds", "4"}).status == 0);
  CHECK(check_shown() == played);
  REQUIRE(run_schiri({"tournament", "resume", "--db", db}).status == 0);
  CHECK(check_shown() > played);
}

TEST_CASE("verify: changes in a database are found") {
  const auto [change, expected] = GENERATE(table<std::string, std::string>({
      {"UPDATE game SET white_id = black_id, black_id = white_id WHERE number = 3", "White is"},
      {"UPDATE game SET result = CASE result WHEN '1-0' THEN '0-1' ELSE '1-0' END WHERE number = 3",
       "by the rules"},
      {"UPDATE movetext SET text = (SELECT text FROM movetext WHERE game_id = 4) WHERE game_id = 3",
       "PlyCount"},
  }));
  CAPTURE(change);
  const TemporaryDirectory directory;
  const std::string db = play(directory, {"--rounds", "1"});
  REQUIRE(verify(db).status == 0);
  {
    SQLite::Database database(db, SQLite::OPEN_READWRITE);
    database.exec("PRAGMA foreign_keys = OFF");
    database.exec(change);
  }
  const Run run = verify(db);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text(expected));
}

}  // namespace tournament_systems_test
