#include "cli/tournament/live/trace.h"

#include <csignal>
#include <regex>

#include "core/process/process.h"
#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"
#include "tests/support/faulty_system.h"

namespace trace_test {

// The conversations with programs, in a folder: --trace.

Words traced(const TemporaryDirectory& directory, const std::string& bot, const Words& more = {}) {
  return Words{"tournament",  "run",
               "--game",      "creeper",
               "--bot",       "random",
               "--bot",       bot,
               "--db",        directory.file("a.db"),
               "--trace",     directory.file("trace"),
               "--max-turns", "8"} +
         more;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    names.push_back(file.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST_CASE("trace: each game has a file with every line, its time and its player") {
  const TemporaryDirectory directory;
  const Variable token("SCHIRI_TEST_TOKEN", "secret-value");
  const Run run = run_schiri(traced(
      directory, scripted_bot("needs a token", directory) + " name=n env=SCHIRI_TEST_TOKEN"));
  INFO(run.err);
  REQUIRE(run.status == 0);
  const std::string folder = directory.file("trace");
  CHECK(names_in(folder) == std::vector<std::string>{"1-n-random.log", "2-random-n.log"});
  const std::regex form("^ *[0-9]+ [<>] (white|black): .*");
  for (const std::string& name : names_in(folder)) {
    const std::string text = read_file(folder + "/" + name);
    const std::string player = name[0] == '1' ? "white" : "black";
    CHECK_THAT(text, contains_text("> " + player + ": go movetime 1000\n") &&
                         contains_text("< " + player + ": bestmove ") &&
                         contains_text("< " + player + ": info string thinking\n") &&
                         !contains_text("secret-value"));
    std::istringstream lines(text);
    std::string line;
    REQUIRE(std::getline(lines, line));
    CHECK(line.starts_with("# creeper round-robin, game " + name.substr(0, 1) + ", round 1." +
                           name.substr(0, 1) + ": "));
    while (std::getline(lines, line)) CHECK(std::regex_match(line, form));
  }
  CHECK_THAT(read_file(folder + "/1-n-random.log"),
             contains_text("> white: ugi\n") && contains_text("< white: readyok\n"));
}

TEST_CASE("trace: games without a program have no file, resume continues the folder") {
  const TemporaryDirectory directory;
  REQUIRE(run_schiri(traced(directory, "greedy")).status == 0);
  CHECK(names_in(directory.file("trace")).empty());
  const Run resumed = run_schiri(
      {"tournament", "resume", "--db", directory.file("a.db"), "--trace", directory.file("trace")});
  CHECK(resumed.status == 0);
}

TEST_CASE("trace: control characters are replaced") {
  const TemporaryDirectory directory;
  run_schiri(traced(directory, scripted_bot("garbage", directory) + " name=g"));
  const std::string text = read_file(directory.file("trace/1-g-random.log"));
  CHECK(std::none_of(text.begin(), text.end(),
                     [](char c) { return c != '\n' && static_cast<unsigned char>(c) < ' '; }));
}

TEST_CASE("trace: a folder that cannot be used stops the tournament before its first game") {
  const TemporaryDirectory directory;
  directory.write("trace", "a file");
  const Run run = run_schiri(traced(directory, scripted_bot("nothing", directory)));
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("--trace: ") && contains_text("cannot be used as a folder"));
}

TEST_CASE("trace: the lines are in the file when schiri is killed") {
  const TemporaryDirectory directory;
  std::string command = SCHIRI_PROGRAM;
  for (const std::string& word :
       traced(directory, scripted_bot("never answers", directory) + " name=mute nodes=1",
              {"--watchdog", "600"})) {
    std::string quoted;
    for (const char c : word) quoted += c == '"' ? "\\\"" : std::string(1, c);
    command += " \"" + quoted + "\"";
  }
  Process schiri({command, "", {}});
  const std::string file = directory.file("trace/1-mute-random.log");
  const auto has_asked = [&] {
    return std::filesystem::exists(file) &&
           read_file(file).find("> white: go nodes 1\n") != std::string::npos;
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!has_asked() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  schiri.kill();
  CHECK(has_asked());
  CHECK(all_gone(directory));
}

TEST_CASE("trace: names of files are made of harmless characters") {
  CHECK(cli::trace_name(7, 120, "new 2", "a/../b") == "007-new_2-a_.._b.log");
  CHECK(cli::trace_name(12, 12, "Zo\xc3\xab \"x\"", "") == "12-Zo\xc3\xab__x_-.log");
  CHECK(cli::trace_name(1, 9, std::string(100, 'n'), "b") ==
        "1-" + std::string(40, 'n') + "-b.log");
}

}  // namespace trace_test

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
  CHECK_THAT(read_file(junit),
             contains_text("; standard error: this is exits with 1; see schiri replay"));
}

TEST_CASE("failures: tournament show lists them") {
  const TemporaryDirectory directory;
  play(directory, "exits with 1");
  const auto games = json_lines(failures(directory, "json"));
  REQUIRE(games.size() == 2);
  for (std::size_t i = 0; i < games.size(); ++i) {
    const std::string side = i == 0 ? "White" : "Black";
    CHECK(games[i] == Json{{"id", i + 1},
                           {"number", i + 1},
                           {"round", 1},
                           {"board", i + 1},
                           {"bot", "villain"},
                           {"opponent", "other"},
                           {"termination", "crash"},
                           {"remark", side + " ended with status 1"},
                           {"stderr", "this is exits with 1"}});
  }
  CHECK_THAT(failures(directory, "csv"),
             contains_text(
                 "id,number,round,board,bot,opponent,termination,remark,stderr\n1,1,1,1,villain,"));
  CHECK_THAT(failures(directory, "text"), contains_text("villain  other     crash"));
}

TEST_CASE("failures: a tournament without any has an empty list") {
  const TemporaryDirectory directory;
  play(directory, "nothing");
  CHECK(failures(directory, "json").empty());
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
