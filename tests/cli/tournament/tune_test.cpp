#include <csignal>

#include "tests/catch.h"
#include "tests/support/child.h"
#include "tests/support/database.h"
#include "tests/support/report_page.h"

namespace tune_test {

const Words bot = {"creeper", "--bot", "mcts nodes=4", "--max-turns", "16"};
const Words options = {"--option", "exploration=40[0,400]", "--option", "minimax=60[0,100]:c_end=9",
                       "--option", "width=0[0|6|12]"};
const Words size = {"--games", "48", "--batch", "4", "--proof", "elo0=-400,elo1=400"};

Run tune(const std::string& db, const Words& more = {}) {
  return run_schiri(Words{"tune", "--db", db} + bot + options + size + more);
}

/// The last object of `tournament show` for the tune.
Json shown(const std::string& db) {
  const Run run = run_schiri({"tournament", "show", "--db", db, "--event", "creeper tune",
                              "--format", "json", "--limit", "1"});
  REQUIRE(run.status == 0);
  return json_lines(run.out).back().at("tune");
}

Words values(const Json& tune) {
  Words values;
  for (const Json& option : tune.at("options")) values.push_back(option.at("value").text());
  return values;
}

TEST_CASE("tune: equal output for any number of threads including the proof and a valid plan") {
  const TemporaryDirectory directory;
  std::string first;
  for (const std::string threads : {"1", "3"}) {
    const std::string db = directory.file(threads + ".db");
    const Run run = tune(db, {"-j", threads});
    CAPTURE(run.err);
    REQUIRE(run.status <= 1);
    CHECK_THAT(run.out, contains_text("a gain: ") || contains_text("no gain: "));
    CHECK_THAT(run.out, contains_text("after 24 of 24 pairs of games"));
    if (first.empty()) first = exported(db) + run.out;
    CHECK((exported(db) + run.out == first));
    CHECK_THAT(first, contains_text("[WhiteOptions \"exploration="));
    CHECK(verify(db).status == 0);
    const Json plan = shown(db);
    CHECK(plan.at("pairs") == 24);
    CHECK(plan.at("options")[0].at("way").size() == 7);
    const Run again = run_schiri({"tune", "--resume", "--db", db});
    CHECK(again.status == run.status);
    CHECK((exported(db) + run.out == first));
  }
}

TEST_CASE("tune: a killed tune resumes to the same result") {
  const TemporaryDirectory directory;
  const std::string whole = directory.file("whole.db"), db = directory.file("a.db");
  tune(whole);
  for (const int signal : {SIGKILL, SIGINT}) {
    ::Pipe log(directory.file("log" + std::to_string(signal)));
    const bool exists = std::filesystem::exists(db);
    const Words command = exists ? Words{"tune", "--resume", "--db", db}
                                 : Words{"tune", "--db", db} + bot + options + size;
    Child child(command + Words{"-j", "2", "--log", log.path()}, directory.file("err"));
    std::string read;
    while (std::count(read.begin(), read.end(), '\n') < 60 && !child.ended()) {
      read += log.read_some();
    }
    child.send(signal);
    while (!child.ended()) log.read_some();
  }
  CHECK(run_schiri({"tune", "--resume", "--db", db}).status <= 1);
  CHECK((exported(db) == exported(whole)));
}

TEST_CASE("tune: playing the tune as a tournament announces the missing proof") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), file = directory.file("tune.json");
  REQUIRE(tune(db, {"--write", file}).status == 0);
  for (const Words& command : {Words{"run", file}, Words{"resume"}}) {
    const Run run = run_schiri(Words{"tournament"} + command + Words{"--db", db});
    CHECK(run.status == 0);
    CHECK_THAT(run.err, contains_text("not proven yet; resume with: schiri tune --resume --db "));
  }
  const Run proof = run_schiri({"tune", "--resume", "--db", db});
  CHECK(proof.status <= 1);
  CHECK_THAT(proof.err, !contains_text("not proven yet"));
}

TEST_CASE("tune: shards played step by step give the same result") {
  const TemporaryDirectory directory;
  const std::string whole = directory.file("whole.db"), all = directory.file("all.db");
  const std::string file = directory.file("tune.json");
  tune(whole);
  REQUIRE(tune(directory.file("none.db"), {"--write", file}).status == 0);
  CHECK_FALSE(std::filesystem::exists(directory.file("none.db")));
  for (int step = 1; step <= 6; ++step) {
    Words merge = {"db", "merge", "--db", all};
    for (const std::string shard : {"1", "2"}) {
      const std::string db = directory.file(shard + ".db");
      const Words part = {"--shard", shard + "/2", "--after", all, "--resume"};
      const Run run = shard == "1"
                          ? tune(db, part)
                          : run_schiri(Words{"tournament", "run", file, "--db", db} + part);
      CAPTURE(run.err);
      REQUIRE(run.status == 0);
      merge.push_back(db);
    }
    run_schiri(merge);
  }
  CHECK(values(shown(all)) == values(shown(whole)));
  CHECK(run_schiri({"tune", "--resume", "--db", all}).status <= 1);
  CHECK((exported(all) == exported(whole)));
}

TEST_CASE("tune: a program gets its options before each game") {
  const TemporaryDirectory directory;
  const auto played = [&](const std::string& who) {
    const std::string db = directory.file(who.substr(0, 3) + ".db");
    const Run run = run_schiri(Words{"tune", "creeper", "--max-turns", "16", "--bot",
                                     who + " nodes=4 name=b", "--db", db, "--option",
                                     "exploration=40[0,400]", "--option", "minimax=60[0,100]"} +
                               size);
    CAPTURE(run.err);
    REQUIRE(run.status <= 1);
    return exported(db);
  };
  CHECK(played("mcts") == played("cmd=\"" SCHIRI_PROGRAM " ugi creeper --bot mcts\""));
}

TEST_CASE("tune: options without a start begin with the value that the bot has") {
  const TemporaryDirectory directory;
  const struct {
    std::string bot, option;
    Words row;
  } rows[] = {
      {"mcts nodes=4", "exploration=20..300", {"exploration", "40", "20", "300"}},
      {"mcts nodes=4", "exploration=200..300", {"exploration", "250", "200", "300"}},
      {"cmd=\"" SCHIRI_PROGRAM " ugi creeper --bot 'mcts option.exploration=60'\" name=a nodes=4",
       "exploration=20..300",
       {"exploration", "60", "20", "300"}},
      {"mcts nodes=4", "width=-1|6|12", {"width", "-1"}},
  };
  for (const auto& [text, option, row] : rows) {
    const Run plan = run_schiri({"tune", "creeper", "--bot", text, "--option", option, "--dry-run",
                                 "--games", "8", "--db", directory.file("a.db")});
    CAPTURE(option, plan.err, plan.out);
    CHECK(plan.status == 0);
    std::istringstream lines(plan.out);
    std::string line, word;
    std::getline(lines, line);
    std::getline(lines, line);
    std::istringstream words(line);
    for (const std::string& expected : row) {
      words >> word;
      CHECK(word == expected);
    }
  }
}

TEST_CASE("tune: the last line of JSON holds values and gain and decision") {
  const TemporaryDirectory directory;
  const Run run = run_schiri({"tune", "creeper", "--bot", "greedy", "--option", "random=60[0,100]",
                              "--games", "80", "--batch", "4", "--proof", "elo0=0,elo1=300", "--db",
                              directory.file("a.db"), "--format", "json"});
  CAPTURE(run.out);
  REQUIRE(run.status <= 1);
  const Json last = json_lines(run.out).back();
  CHECK(last.at("values").at("random").is_integer());
  CHECK(last.at("decision") == (run.status == 0 ? "H1" : "H0"));
  // Null if one player has made all points of the test.
  CHECK((last.at("gain").is_number() || last.at("gain").is_null()));
  CHECK(last.contains("error"));
}

TEST_CASE("tune: writing the plan plays nothing") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run plan =
      run_schiri(Words{"tune", "--db", db, "--dry-run", "--accuracy", "20"} + bot + options);
  CHECK(plan.status == 0);
  CHECK_THAT(plan.out, contains_text("c_end") && contains_text("pairs of games in steps of 8") &&
                           contains_text("with 95 % probability"));
  CHECK_FALSE(std::filesystem::exists(db));
}

TEST_CASE("tune: invalid values are refused before the first game") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const auto [option, more, why] = GENERATE(table<std::string, Words, std::string>({
      {"exploration=4[0,99999999]", {}, "exploration"},
      {"exploration=4.5[0,9]", {}, "exploration"},
      {"exploration=4[0.0,9]", {}, "exploration"},
      {"exploration=4[4|x|5]", {}, "exploration"},
      {"exploration=0.5..2.0", {"--games", "8"}, "exploration"},
      {"width=4|x", {}, "width"},
      {"exploration=4[0,9]", {"--shard", "1/2"}, "--after"},
  }));
  check_run(Words{"tune", "--db", db, "--option", option} + bot + more, 2, why);
  CHECK_FALSE(std::filesystem::exists(db));
}

TEST_CASE("tune: the report shows the path of each option") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), page = directory.file("a.html");
  tune(db);
  REQUIRE(run_schiri({"report", "--db", db, "--no-engine", "-o", page}).status == 0);
  CHECK(report_data(read_file(page)).at("tunes").at(0).at("event") == "creeper tune");
}

}  // namespace tune_test
