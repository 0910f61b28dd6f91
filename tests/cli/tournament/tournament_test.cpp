#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/database.h"

namespace tournament_test {

const Words run_command = {"tournament", "run", "--game", "creeper"};
const Words two_bots = {"--bot", "random", "--bot", "greedy"};

TEST_CASE("tournament: a round-robin is played and stored and valid and its standing is printed") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = run_schiri(run_command + two_bots +
                             Words{"--bot", "random name=third", "--rounds", "2", "--db", db});
  CHECK(run.status == 0);
  CHECK_THAT(run.err, contains_text("12 games played in"));
  CHECK(run.err.find('\r') == std::string::npos);
  for (const char* name : {"random", "greedy", "third"}) CHECK_THAT(run.out, contains_text(name));

  const auto games = games_of(db);
  REQUIRE(games.size() == 12);
  std::set<std::string> met;
  for (const auto& game : games) {
    met.insert(game.at("white").get<std::string>() + ">" + game.at("black").get<std::string>() +
               std::to_string(game.at("round").get<int>()));
    CHECK(game.at("event") == "creeper round-robin");
    CHECK(game.at("termination") == "normal");
  }
  CHECK(met.size() == 12);
  CHECK(run_schiri({"validate", "-"}, exported(db)).status == 0);
}

TEST_CASE("tournament: a tournament file equals the options") {
  const TemporaryDirectory directory;
  const std::string by_options = directory.file("a.db"), by_file = directory.file("b.db");
  run_schiri(run_command + two_bots +
             Words{"--rounds", "2", "--event", "E", "--opening-turns", "4", "--max-turns", "40",
                   "--seed", "5", "--db", by_options});
  const std::string file = directory.write(
      "event.json", R"({"game": "creeper", "bots": ["random", {"bot": "greedy", "name": "greedy"}],
      "rounds": 2, "event": "E", "opening-turns": 4, "max-turns": 40, "seed": 5})");
  const Run run = run_schiri({"tournament", "run", file, "--db", by_file});
  CHECK(run.status == 0);
  CHECK_FALSE(exported(by_file).empty());
  CHECK(exported(by_file) == exported(by_options));
  const Run from_input =
      run_schiri({"tournament", "run", "-", "--db", directory.file("c.db")}, read_file(file));
  CHECK(from_input.status == 0);
  CHECK(exported(directory.file("c.db")) == exported(by_options));
}

TEST_CASE("tournament: --bot takes one word and the next one is the tournament file") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("event.json", R"({"game": "creeper"})");
  const Run run = run_schiri({"tournament", "run", "--db", directory.file("a.db"), "--bot",
                              "greedy", "--bot", "random", file});
  CHECK(run.status == 0);
  CHECK(games_of(directory.file("a.db")).size() == 2);
}

TEST_CASE("tournament: an existing tournament is refused and a complete one resumes successfully") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a b.db");
  const Words command = run_command + two_bots + Words{"--db", db, "--event", "it's"};
  REQUIRE(run_schiri(command).status == 0);
  const std::string before = exported(db);
  const Run again = run_schiri(command);
  CHECK(again.status == 2);
  CHECK_THAT(again.err, contains_text("tournament resume --db '" + db + "' --event 'it'\\''s'"));
  const Run resumed = run_schiri({"tournament", "resume", "--db", db});
  CHECK(resumed.status == 0);
  CHECK_THAT(resumed.err, contains_text("0 games played"));
  CHECK_THAT(resumed.out, contains_text("greedy"));
  CHECK(exported(db) == before);
}

TEST_CASE("tournament: the name of an imported event is refused") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  run_schiri({"db", "import", "--db", db, "-"},
             "[Event \"E\"]\n[Game \"creeper\"]\n\n1. A2+B3 A6-B6 *\n");
  const Run run = run_schiri(run_command + two_bots + Words{"--db", db, "--event", "E"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("imported"));
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == 2);
}

TEST_CASE("tournament: resume requires the name if several tournaments are incomplete") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  for (const std::string event : {"first", "second"}) {
    run_schiri(run_command + two_bots + Words{"--db", db, "--event", event});
  }
  const Run nothing = run_schiri({"tournament", "resume", "--db", db});
  CHECK(nothing.status == 0);
  CHECK_THAT(nothing.err, contains_text("are complete: first, second"));
  for (const std::string event : {"first", "second"}) {
    run_schiri({"tournament", "extend", "--db", db, "--event", event, "--rounds", "2"});
  }
  const Run run = run_schiri({"tournament", "resume", "--db", db});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("first, second"));
  CHECK(run_schiri({"tournament", "resume", "--db", db, "--event", "second"}).status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", db, "--event", "third"}).status == 2);
}

TEST_CASE("tournament: the log has each start and turn and end") {
  const TemporaryDirectory directory;
  const std::string log = directory.file("log");
  run_schiri(run_command + two_bots +
             Words{"--rounds", "3", "--db", directory.file("a.db"), "--log", log});
  auto lines = json_lines(read_file(log));
  std::map<std::uint64_t, std::vector<std::string>> turns;
  for (const auto& line : lines) {
    if (line.at("type") != "turn") continue;
    auto& so_far = turns[line.at("number").get<std::size_t>()];
    // The log omits the turns of the opening.
    CHECK(line.at("turn") == so_far.size() + 3);
    CHECK(line.at("side") == (so_far.size() % 2 == 0 ? "white" : "black"));
    CHECK(line.at("seconds").get<double>() >= 0);
    so_far.push_back(line.at("text").text());
  }
  std::size_t number = 0;
  for (const auto& game : games_of(directory.file("a.db"))) {
    CHECK(turns[++number].size() + 2 == game.at("turns"));
  }
  std::erase_if(lines, [](const auto& line) { return line.at("type") == "turn"; });
  REQUIRE(lines.size() == 16);
  CHECK(lines.front().at("type") == "begin");
  CHECK(lines.back().at("type") == "finish");
  std::set<std::uint64_t> begun, ended;
  for (const auto& line : lines) {
    CHECK(line.at("v") == 1);
    if (line.at("type") == "start")
      CHECK(begun.insert(line.at("number").get<std::uint64_t>()).second);
    if (line.at("type") == "end") {
      CHECK(begun.count(line.at("number").get<std::size_t>()) == 1);
      CHECK(ended.insert(line.at("number").get<std::uint64_t>()).second);
      CHECK(line.at("termination") == "normal");
    }
  }
  CHECK(ended.size() == 6);
  CHECK(std::count_if(lines.begin(), lines.end(), [](const Json& line) {
          return line.at("type") == "bot" && line.at("answers").get<int>() > 0 &&
                 line.at("p50_ms").get<double>() <= line.at("max_ms").get<double>();
        }) == 2);
}

TEST_CASE("tournament: the name of an event has no control characters") {
  check_run(run_command + two_bots + Words{"--no-db", "--event", "a\nb"}, 2, "control");
}

/// The limit of turns in the plan of the database's tournament; null without a limit.
Json limit_of(const std::string& db) {
  const Run show = run_schiri({"tournament", "show", "--db", db, "--format", "json"});
  return json_lines(show.out).front().at("max_turns");
}

TEST_CASE("tournament: games have a limit of turns that is announced") {
  for (const Json& game : json_lines(run_schiri({"games", "--format", "json"}).out)) {
    CAPTURE(game);
    const std::string name = game.at("game").text(), limit = game.at("max_turns").dump();
    CHECK(game.at("max_turns").get<int>() >= 100);
    CHECK_THAT(run_schiri({"games"}).out, contains_text("a draw after " + limit + " turns"));
    CHECK_THAT(run_schiri({"rules", name}).out, contains_text("a draw after " + limit + " turns"));
    const TemporaryDirectory directory;
    const std::string db = directory.file("a.db");
    const Words run = {"tournament",        "run",  "--game", name, "--bot", "random", "--bot",
                       "random name=other", "--db", db};
    const Run played = run_schiri(run);
    REQUIRE(played.status == 0);
    CHECK_THAT(played.err, contains_text("adjudicated as draws after " + limit + " turns"));
    CHECK(limit_of(db) == game.at("max_turns"));
    CHECK(verify(db).status == 0);
    // A given limit is not announced.
    const Run told = run_schiri(run + Words{"--event", "told", "--max-turns", "40"});
    CHECK(told.status == 0);
    CHECK_THAT(told.err, !contains_text("a draw after"));
  }
}

TEST_CASE("tournament: a game that does not end is a draw at the limit of its kind") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri({"tournament", "run", "--game", "sperre", "--bot", "greedy", "--bot",
                      "greedy name=other", "--db", db})
              .status == 0);
  for (const Json& game : games_of(db)) {
    CHECK(game.at("turns").get<int>() <= 2000);
    CHECK((game.at("termination") == "max turns") == (game.at("turns") == 2000));
  }
}

TEST_CASE("tournament: a tournament keeps its limit of turns or the lack of one") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Words run = {"tournament", "run",   "--game", "creeper", "--bot",
                     "random",     "--bot", "greedy", "--db",    db};
  const std::string limit = GENERATE("0", "50");
  const Json wanted = limit == "0" ? Json() : Json(50);
  REQUIRE(run_schiri(run + Words{"--max-turns", limit}).status == 0);
  CHECK(limit_of(db) == wanted);
  const std::string before = exported(db);
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == 0);
  CHECK(run_schiri(run + Words{"--resume"}).status == 0);
  CHECK(run_schiri(run + Words{"--resume", "--max-turns", "7"}).status == 2);
  CHECK(run_schiri({"tournament", "extend", "--db", db, "--rounds", "2"}).status == 0);
  CHECK(limit_of(db) == wanted);
  CHECK(exported(db) == before);
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == 0);
  CHECK(verify(db).status == 0);
  CHECK(run_schiri(run + Words{"--event", "x", "--max-turns", "-1"}).status == 2);
  // A tournament file has the same effect as the options.
  const std::string file = directory.write(
      "e.json", R"({"game": "creeper", "event": "f", "bots": ["random", "greedy"], "max-turns": )" +
                    limit + "}");
  const std::string other = directory.file("f.db");
  CHECK(run_schiri({"tournament", "run", file, "--db", other}).status == 0);
  CHECK(limit_of(other) == wanted);
}

TEST_CASE("tournament: a damaged plan is reported with database and tournament") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
                      "greedy", "--max-turns", "4", "--db", db})
              .status == 0);
  const std::string begin =
      R"({"game": "creeper", "system": "round-robin", "event": "x", "bots": )";
  const std::string bots =
      begin + R"([{"bot": "random", "name": "a"}, {"bot": "greedy", "name": "b"}], )";
  const std::vector<std::string> plans = {
      std::string("null"),
      std::string("[]"),
      std::string("{}"),
      begin + "5}",
      begin + "[]}",
      begin + "[null]}",
      begin + R"([{"bot": "random", "name": "a"}, {"bot": "nobody", "name": "b"}]})",
      begin + R"(["random", "greedy"]})",
      begin + R"([{"bot": "random", "name": "a", "nodes": []}, "greedy name=b"]})",
      bots + R"("rounds": 0})",
      bots + R"("rounds": -1})",
      bots + R"("rounds": "x"})",
      bots + R"("rounds": 18446744073709551615})",
      bots + R"("variant": {}})",
      bots + R"("opening-turns": 99999999999})",
      bots + R"("openings": "/dev/zero"})",
      bots + R"("openings": [{"turns": [7]}]})",
      bots + R"("openings": [{"turns": ["7"]}]})",
      bots + R"("earlier-plans": [{"players": 9, "rounds": 9, "begun": 9}]})",
      bots + R"("log": "/tmp/x"})",
      bots + R"("scale": "metres"})",
      bots + R"("sprt": "x"})"};
  for (const std::string& plan : plans) {
    CAPTURE(plan.substr(0, 200));
    {
      SQLite::Database database(db, SQLite::OPEN_READWRITE);
      SQLite::Statement update(database, "UPDATE event SET config = ?");
      update.bind(1, plan);
      REQUIRE(update.exec() == 1);
    }
    for (const Words& command :
         {Words{"tournament", "resume", "--db", db}, Words{"tournament", "show", "--db", db},
          Words{"tournament", "verify", "--db", db},
          Words{"tournament", "extend", "--db", db, "--rounds", "2"},
          Words{"stats", "sprt", "--db", db},
          Words{"tournament", "run", "--against", db, "--bot", "random name=new", "--db",
                directory.file("new.db")}}) {
      CAPTURE(command);
      const Run run = run_schiri(command);
      CHECK(run.status == 3);
      CHECK_THAT(run.err, contains_text("a.db") &&
                              contains_text("the stored plan of the event '"
                                            "creeper round-robin'") &&
                              !contains_text("inside of schiri"));
    }
  }
}

TEST_CASE("tournament run: the default output is a new database and --no-db stores nothing") {
  const TemporaryDirectory directory;
  RunOptions here;
  here.directory = directory.file("");
  const Words match = {"tournament", "run",    "--game", "creeper",
                       "--bot",      "greedy", "--bot",  "random"};
  for (const char* name : {"tournament.db", "tournament-2.db"}) {
    const Run run = run_schiri(match, "", here);
    CHECK(run.status == 0);
    CHECK_THAT(run.err, contains_text(std::string("the games are stored in ") + name));
    CHECK(verify(directory.file(name)).status == 0);
  }
  const Run kept_nowhere = run_schiri(match + Words{"--no-db"}, "", here);
  CHECK(kept_nowhere.status == 0);
  CHECK(kept_nowhere.out.starts_with("greedy against random"));
  CHECK_FALSE(std::filesystem::exists(directory.file("tournament-3.db")));
  CHECK(run_schiri(match + Words{"--no-db", "--db", "x.db"}, "", here).status == 2);
  // A tournament that is refused leaves no file.
  CHECK(run_schiri(match + Words{"--rounds", "0"}, "", here).status == 2);
  CHECK_FALSE(std::filesystem::exists(directory.file("tournament-3.db")));
}

}  // namespace tournament_test
