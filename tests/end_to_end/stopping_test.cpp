#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"

namespace stopping_test {

// Rules that end a game or a tournament early.

const Words run_command = {"tournament", "run", "--game", "creeper"};
const Words two_bots = {"--bot", "greedy", "--bot", "random"};

TEST_CASE("stopping: a game with level evaluations of both bots is a draw by agreement") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  // The scripted bot always reports +0.34.
  const std::string bot = scripted_bot("nothing", directory);
  const Run run = run_schiri(run_command + Words{"--bot", bot + " name=a", "--bot", bot + " name=b",
                                                 "--draw", "score=34,turns=4,after=9", "--db", db});
  REQUIRE(run.status == 0);
  for (const Json& game : games_of(db)) {
    CHECK(game.at("termination") == "agreement");
    CHECK(game.at("result") == "1/2-1/2");
    CHECK(game.at("turns") == 9);
  }
  CHECK_THAT(exported(db), contains_text("the last 4 evaluations were between -0.34 and +0.34"));
  CHECK(run_schiri({"validate", "--strict", "-"}, exported(db)).status == 0);
  CHECK(verify(db).status == 0);
}

TEST_CASE("stopping: a bot with low evaluations resigns by option and by tournament file") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), by_file = directory.file("b.db");
  const Words players = {"--bot", "alphabeta:depth=1", "--bot", "alphabeta:nodes=2000"};
  must_run(run_command + players +
           Words{"--resign", "score=150,turns=2", "--event", "E", "--db", db});
  const auto games = games_of(db);
  std::string text = exported(db);
  std::replace(text.begin(), text.end(), '\n', ' ');
  for (const char* result : {"1-0", "0-1"}) {
    const std::string loser = result[0] == '1' ? "Black" : "White";
    const bool resigned = std::any_of(games.begin(), games.end(), [&](const Json& game) {
      return game.at("termination") == "resignation" && game.at("result") == result;
    });
    CHECK(resigned == (text.find("{" + loser + " resigns: its last 2") != text.npos));
  }
  CHECK(std::any_of(games.begin(), games.end(),
                    [](const Json& game) { return game.at("termination") == "resignation"; }));
  CHECK_THAT(text, contains_text("evaluations were -1.50 or less}"));
  CHECK(verify(db).status == 0);
  const std::string file =
      directory.write("e.json", R"({"game": "creeper", "event": "E", "bots": ["alphabeta:depth=1",
                    "alphabeta:nodes=2000"], "resign": "turns=2,score=150"})");
  must_run({"tournament", "run", file, "--db", by_file});
  CHECK((exported(by_file) == exported(db)));
  SQLite::Database(db, SQLite::OPEN_READWRITE).exec("UPDATE game SET termination = 'agreement'");
  const Run run = verify(db);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("agreement, which is not possible in a tournament"));
}

TEST_CASE("stopping: a program may resign, with and without the option") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run(run_command + Words{"--bot", "random", "--bot",
                               scripted_bot("resigns", directory) + " name=R", "--db", db});
  for (const Json& game : games_of(db)) CHECK(game.at("termination") == "resignation");
  CHECK(verify(db).status == 0);
}

TEST_CASE("stopping: a test ends its tournament with the same game at any number of threads") {
  const Words rule = GENERATE(values<Words>({{"--sprt", "elo0=0,elo1=200"},
                                             {"--sprt", "elo0=0,elo1=200", "--single"},
                                             {"--sprt", "elo0=300,elo1=900,model=normalized"},
                                             {"--until-error", "150"}}));
  const TemporaryDirectory directory;
  std::string first;
  for (const std::string threads : {"1", "2", "8"}) {
    const std::string db = directory.file(threads + ".db");
    const Run run = run_schiri(run_command + two_bots + rule + Words{"--db", db, "-j", threads});
    // The verdict determines the status.
    const int status = run.out.find("H0 is accepted") == std::string::npos ? 0 : 1;
    REQUIRE(run.status == status);
    CHECK_THAT(run.out, contains_text("is accepted") || contains_text("below 150.0"));
    if (first.empty()) first = exported(db) + run.out;
    CHECK((exported(db) + run.out == first));
    CHECK(verify(db).status == 0);
    const Run resumed = run_schiri({"tournament", "resume", "--db", db});
    CHECK(resumed.status == status);
    CHECK_THAT(resumed.err, contains_text("0 games played"));
    CHECK(resumed.out == run.out);
    CHECK(games_of(db).size() < 200);
  }
}

TEST_CASE("stopping: a tournament ends at the first decision of stats sprt") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(
      run_schiri(run_command + two_bots + Words{"--sprt", "elo0=0,elo1=300", "--db", db}).status ==
      0);
  const auto games = games_of(db);
  std::array<int, 5> cells{};
  const auto points = [](const Json& game) {
    if (game.at("result") == "1/2-1/2") return 1;
    return (game.at("result") == "1-0") == (game.at("white") == "greedy") ? 2 : 0;
  };
  REQUIRE(games.size() % 2 == 0);
  for (std::size_t i = 0; i < games.size(); i += 2) {
    const auto cell = static_cast<std::size_t>(points(games[i]) + points(games[i + 1]));
    ++cells[cell];
    std::string penta;
    for (const int count : cells) penta += (penta.empty() ? "" : ",") + std::to_string(count);
    const Json state = Json::parse(run_schiri({"stats", "sprt", "--elo0", "0", "--elo1", "300",
                                               "--penta", penta, "--format", "json"})
                                       .out);
    CHECK(state.at("decision") == (i + 2 == games.size() ? Json("H1") : Json()));
  }
}

TEST_CASE("stopping: the verdict of a test is the exit status and part of the JSON output") {
  const auto [first, second, rounds, status] =
      GENERATE(table<std::string, std::string, std::string, int>({
          {"greedy", "random", "100", 0},
          {"random", "greedy", "100", 1},
          {"greedy", "random", "1", 4},
      }));
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run =
      run_schiri(run_command + Words{"--bot", first, "--bot", second, "--rounds", rounds, "--sprt",
                                     "elo0=0,elo1=200", "--db", db, "--format", "json"});
  CAPTURE(run.err, run.out);
  CHECK(run.status == status);
  std::vector<Json> lines;
  std::istringstream text(run.out);
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].at("player") == "greedy");
  CHECK(lines[0].at("scale") == "elo");
  const Json& test = lines[2].at("sprt");
  CHECK(test.at("decision") == (status == 0 ? Json("H1") : status == 1 ? Json("H0") : Json()));
  CHECK(test.at("games") == games_of(db).size());
  CHECK(test.at("upper").get<double>() == Approx(std::log(19.0)));
  CHECK(test.at("settings") == "elo0=0,elo1=200,alpha=0.05,beta=0.05,model=logistic");
  for (const char* key :
       {"llr", "lower", "elo", "error", "low", "high", "naive_elo", "naive_error"}) {
    CHECK(test.contains(key));
  }
  const Run resumed = run_schiri({"tournament", "resume", "--db", db, "--format", "json"});
  CHECK(resumed.status == status);
  CHECK(resumed.out == run.out);
  const Run calculated = run_schiri({"stats", "sprt", "--db", db, "--format", "json"});
  CHECK(calculated.status == status);
  CHECK(Json::parse(calculated.out) == test);
  CHECK(run_schiri({"stats", "sprt", "--db", db}).status == status);
  const Run shown = run_schiri({"tournament", "show", "--db", db});
  CHECK(shown.status == 0);
  CHECK_THAT(shown.out, contains_text("test elo0=0,elo1=200") && contains_text("median-unbiased"));
  CHECK_THAT(run_schiri({"tournament", "show", "--db", db, "--format", "json"}).out,
             contains_text("\n{\"sprt\":{"));
}

TEST_CASE("stopping: a tournament without a test has no verdict") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run(run_command + two_bots + Words{"--db", db});
  for (const Words& words : std::vector<Words>{
           {"stats", "sprt", "--db", db},
           {"stats", "sprt", "--db", db, "--event", "nothing"},
           {"stats", "sprt", "--db", db, "--elo0", "0", "--elo1", "5"},
           {"stats", "sprt", "--event", "x", "--elo0", "0", "--elo1", "5", "--wdl", "1,2,3"},
           {"stats", "sprt", "--elo0", "0", "--wdl", "1,2,3"},
       }) {
    const Run run = run_schiri(words);
    CAPTURE(words, run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
  }
  CHECK(run_schiri({"stats", "sprt", "--db", directory.file("no.db")}).status == 3);
}

TEST_CASE("stopping: repeated games decide nothing") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  // Without random opening turns two deterministic bots repeat the same two games.
  const std::string bot = scripted_bot("plays the first turn", directory);
  const Run run =
      run_schiri(run_command + Words{"--bot", bot + " name=a", "--bot", bot + " name=b",
                                     "--opening-turns", "0", "--sprt", "elo0=0,elo1=50", "--rounds",
                                     "20", "--max-turns", "60", "--db", db});
  CHECK(run.status == 4);
  CHECK(games_of(db).size() == 40);
  CHECK_THAT(run.out, contains_text("after 1 pair"));
}

TEST_CASE("stopping: --until-error stops at the errors of the ratings") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Words players = {"--bot", "greedy", "--bot", "random", "--bot", "random name=x"};
  REQUIRE(run_schiri(run_command + players + Words{"--until-error", "150", "--db", db}).status ==
          0);
  const auto largest_error = [&](const std::string& database) {
    double largest = 0;
    std::istringstream lines(run_schiri({"ratings", "--db", database, "--format", "json"}).out);
    for (std::string line; std::getline(lines, line);) {
      largest = std::max(largest, Json::parse(line).at("error").get<double>());
    }
    return largest;
  };
  CHECK(largest_error(db) < 150);
  const auto games = games_of(db).size();
  REQUIRE(games % 6 == 0);
  const std::string before = directory.file("before.db");
  must_run(run_command + players +
           Words{"--rounds", std::to_string(games / 6 - 1), "--db", before});
  CHECK(largest_error(before) >= 150);
}

TEST_CASE("stopping: verify finds a wrong end") {
  const auto [change, expected] = GENERATE(table<std::string, std::string>({
      {"UPDATE event SET config = json_set(config, '$.sprt', 'elo0=0,elo1=500')", "and went on"},
      {"UPDATE event SET config = json_set(config, '$.sprt', 'elo0=0,elo1=5')",
       "by which it was not decided"},
      {"UPDATE event SET config = json_remove(config, '$.sprt')", "by which it was not decided"},
  }));
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(
      run_schiri(run_command + two_bots + Words{"--sprt", "elo0=0,elo1=200", "--db", db}).status ==
      0);
  SQLite::Database(db, SQLite::OPEN_READWRITE).exec(change);
  const Run run = verify(db);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text(expected));
}

TEST_CASE("stopping: forfeited games of an excluded bot decide nothing") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const std::string opening_turns = GENERATE("0", "2");
  const Run run = run_schiri({"tournament",
                              "run",
                              "--game",
                              "creeper",
                              "--bot",
                              "random",
                              "--bot",
                              scripted_bot("lies", directory) + " name=villain",
                              "--strikes",
                              "3",
                              "--rounds",
                              "50",
                              "--opening-turns",
                              opening_turns,
                              "--sprt",
                              "elo0=0,elo1=50",
                              "-j",
                              "2",
                              "--db",
                              db});
  REQUIRE(run.status == 4);
  const auto games = games_of(db);
  REQUIRE(games.size() == 100);
  CHECK(std::count_if(games.begin(), games.end(), [](const Json& game) {
          return game.at("termination") == "abandoned";
        }) == 97);
  // The standing still counts their points.
  CHECK_THAT(run.out, contains_text("100.0") && contains_text("after 1 pair") &&
                          contains_text("97 of 100 games were not played: the effective number is "
                                        "3") &&
                          !contains_text("is accepted"));
  CHECK(verify(db).status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == 4);
  const std::string file = directory.write("a.pgn", exported(db));
  for (const Words& source : {Words{"--db", db}, Words{file}}) {
    const Run ratings = run_schiri(Words{"ratings", "--format", "json"} + source);
    CHECK(ratings.status == 0);
    for (const Json& line : json_lines(ratings.out)) {
      CHECK(line.at("effective_games") == 3);
      CHECK(line.at("games") == 100);
    }
  }
}

}  // namespace stopping_test
