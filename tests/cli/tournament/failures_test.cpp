#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"

namespace failures_test {

// What is reported about the failures of bots, during a tournament and after it.

Run play(const TemporaryDirectory& directory, const std::string& fault, const Words& more = {},
         const std::string& watchdog = "60") {
  const Words words = {"tournament",  "run",
                       "--game",      "creeper",
                       "--bot",       "random name=other",
                       "--bot",       scripted_bot(fault, directory) + " name=villain nodes=1",
                       "--db",        directory.file("a.db"),
                       "--watchdog",  watchdog,
                       "--max-turns", "12"};
  return run_schiri(words + more);
}

std::string failures(const TemporaryDirectory& directory, const std::string& format) {
  return run_schiri({"tournament", "show", "--db", directory.file("a.db"), "--failures", "--format",
                     format})
      .out;
}

TEST_CASE("failures: the last line of standard error is in the report, the log and JUnit") {
  const TemporaryDirectory directory;
  const std::string log = directory.file("log"), junit = directory.file("junit.xml");
  const Run run = play(directory, "exits with 1", {"--log", log, "--junit", junit});
  CHECK(run.status == 0);
  CHECK_THAT(run.err, contains_text("ended with status 1; standard error: this is exits with 1\n"));
  std::size_t ends = 0;
  for (const Json& line : json_lines(read_file(log))) {
    if (line.at("type") != "end") continue;
    ++ends;
    CHECK(line.at("stderr") == "this is exits with 1");
  }
  CHECK(ends == 2);
  CHECK_THAT(read_file(junit), contains_text("; standard error: this is exits with 1\""));
}

TEST_CASE("failures: tournament show lists them") {
  const TemporaryDirectory directory;
  play(directory, "exits with 1");
  const auto games = json_lines(failures(directory, "json"));
  REQUIRE(games.size() == 2);
  for (std::size_t i = 0; i < games.size(); ++i) {
    const std::string side = i == 0 ? "White" : "Black";
    CHECK(games[i] == Json{{"number", i + 1},
                           {"round", 1},
                           {"board", i + 1},
                           {"bot", "villain"},
                           {"opponent", "other"},
                           {"termination", "crash"},
                           {"remark", side + " ended with status 1"},
                           {"stderr", "this is exits with 1"}});
  }
  CHECK_THAT(
      failures(directory, "csv"),
      contains_text("number,round,board,bot,opponent,termination,remark,stderr\n1,1,1,villain,"));
  CHECK_THAT(failures(directory, "text"), contains_text("villain  other     crash"));
}

TEST_CASE("failures: wrong usage of tournament show") {
  const TemporaryDirectory directory;
  play(directory, "nothing");
  CHECK(failures(directory, "json").empty());
  const auto status = [&](const Words& more) {
    return run_schiri(Words{"tournament", "show"} + more).status;
  };
  const std::string db = directory.file("a.db");
  CHECK(status({"--db", db, "--failures", "--format", "markdown"}) == 2);
  CHECK(status({"--db", db, "--format", "csv"}) == 2);
  CHECK(status({"--game", "creeper", "--bot", "random", "--bot", "greedy", "--failures"}) == 2);
}

TEST_CASE("failures: a word of UGI in capitals is named") {
  const TemporaryDirectory directory;
  const Run run = play(directory, "shouts", {}, "0.4");
  CHECK_THAT(run.err, contains_text("within 400 ms; wrote BESTMOVE: words of UGI are lower case"));
}

TEST_CASE("failures: the analysis of a lost game has the position and the conversation") {
  const TemporaryDirectory directory;
  play(directory, "lies");
  const std::string db = directory.file("a.db");
  for (const Json& game : games_of(db)) {
    const std::string id = std::to_string(game.at("id").get<int>());
    const Words words = {"analyse", "--db", db, "--id", id, "--bot", "alphabeta:nodes=50"};
    const Run text = run_schiri(words);
    CHECK(text.status == 0);
    CHECK_THAT(text.err, contains_text("lost by illegal move after ") &&
                             contains_text("\n  > go nodes 1\n") &&
                             contains_text("\n  < bestmove A1+A1\n") &&
                             contains_text("standard error: this is lies"));
    const auto lines = json_lines(run_schiri(words + Words{"--format", "json"}).out);
    const Json& failure = lines.back();
    CHECK(failure.at("ending") == "illegal move");
    CHECK(failure.at("side") == (game.at("white") == "villain" ? "white" : "black"));
    CHECK(failure.at("conversation").size() <= 10);
    CHECK(failure.at("conversation").at(failure.at("conversation").size() - 1) ==
          "< bestmove A1+A1");
    const auto positions = json_lines(
        run_schiri({"replay", "--db", db, "--id", id, "--turn", "-1", "--format", "json"}).out);
    CHECK(failure.at("position") == positions.back().at("position"));
  }
}

}  // namespace failures_test
