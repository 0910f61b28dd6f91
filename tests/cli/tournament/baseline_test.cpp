#include <csignal>
#include <map>
#include <optional>
#include <regex>

#include "tests/catch.h"
#include "tests/files.h"
#include "tests/support/child.h"
#include "tests/support/database.h"

namespace baseline_test {

// `schiri test NEW --baseline OLD`.

const Words quick = {"--sprt", "elo0=0,elo1=100", "--max-turns", "40"};
const Words creeper = {"--game", "creeper"};

Words test_of(const std::string& candidate, const std::string& baseline) {
  return {"test", candidate, "--baseline", baseline};
}

Run run_in(const TemporaryDirectory& directory, const Words& words) {
  return run_schiri(words, "", {directory.file("")});
}

/// A program that lists these games, and plays none.
std::string program_of(const TemporaryDirectory& directory, const std::string& name,
                       const std::string& games) {
  const std::string list = games.empty() ? "" : "echo 'option name Game type combo" + games + "';";
  const std::string file = directory.write(
      name, "#!/bin/sh\nwhile read word rest; do case $word in ugi) " + list + " echo ugiok;; " +
                "isready) echo readyok;; go) echo bestmove none;; quit) exit;; esac; done\n");
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return "./" + name;
}

/// The options in the note of the defaults.
std::string defaults_in(const std::string& errors) {
  const std::regex note("schiri: note: defaults: (.*)\n");
  std::smatch found;
  REQUIRE(std::regex_search(errors, found, note));
  CHECK_FALSE(std::regex_search(found.suffix().str(), note));
  return found[1];
}

std::string rounds_in(const std::string& defaults) {
  std::smatch rounds;
  REQUIRE(std::regex_search(defaults, rounds, std::regex("--rounds ([0-9]+)")));
  return rounds[1];
}

TEST_CASE("schiri test: the exit status is the decision") {
  const auto [candidate, baseline, rounds, status, words] =
      GENERATE(table<std::string, std::string, std::string, int, std::string>({
          {"greedy", "random", "200", 0, "H1 is accepted"},
          {"random", "greedy", "200", 1, "H0 is accepted"},
          {"random", "greedy", "2", 4, "after 2 pairs"},
      }));
  CAPTURE(candidate, baseline);
  const TemporaryDirectory directory;
  const Run run = run_in(directory, test_of(candidate, baseline) + creeper + quick +
                                        Words{"--rounds", rounds, "--no-db"});
  CHECK(run.status == status);
  CHECK_THAT(run.out, contains_text(words) && contains_text(candidate + " against " + baseline));
  CHECK(std::filesystem::is_empty(directory.file("")));
}

TEST_CASE("schiri test: its defaults are options of tournament run") {
  const TemporaryDirectory directory;
  const Run run = run_in(directory, test_of("greedy", "random") + creeper + quick);
  REQUIRE(run.status == 0);
  const std::string defaults = defaults_in(run.err);
  CHECK_THAT(defaults, contains_text("--opening-turns 4 --balanced --rounds ") &&
                           contains_text(" --seed 1 -j ") &&
                           contains_text(" --event 'creeper test' --db tournament.db"));
  for (const char* given : {"--game", "--sprt", "--tc"}) {
    CHECK(defaults.find(given) == defaults.npos);
  }
  const Run same =
      run_in(directory, Words{"tournament", "run", "--bot", "greedy", "--bot", "random"} + creeper +
                            quick +
                            Words{"--opening-turns", "4", "--balanced", "--rounds",
                                  rounds_in(defaults), "--event", "creeper test", "--db", "b.db"});
  CHECK(same.status == 0);
  CHECK(same.out == run.out);
  CHECK(exported(directory.file("tournament.db")) == exported(directory.file("b.db")));
}

TEST_CASE("schiri test: options replace its defaults") {
  const TemporaryDirectory directory;
  const auto [words, wanted, absent] = GENERATE(table<Words, std::string, std::string>({
      {{"--opening-turns", "3"}, "", "--balanced"},
      {{"--balanced"}, "--opening-turns 4 --seed", "--balanced"},
      {{"--seed", "5"}, "", "--seed"},
      {{"-j", "1"}, "", "-j"},
      {{"--event", "mine"}, "", "--event"},
      {{"--db", "here.db"}, "", "--db"},
      {{"--sprt", "elo0=0,elo1=5"}, "", "--sprt"},
      {{"--tc", "5+0.1"}, "", "--tc"},
  }));
  const Run run = run_in(directory, test_of("greedy", "random") + creeper +
                                        Words{"--max-turns", "6", "--rounds", "1"} + words);
  CAPTURE(words, run.err);
  CHECK(run.status == 4);
  const std::string defaults = defaults_in(run.err);
  CHECK(defaults.find(absent) == defaults.npos);
  CHECK_THAT(defaults, contains_text(wanted));
}

TEST_CASE("schiri test: the best of several takes is accepted, and all are reported") {
  const TemporaryDirectory directory;
  Words words = test_of("greedy option.random=90 name=weak", "greedy option.random=70 name=old");
  words.insert(words.begin() + 2, "greedy name=strong");
  words = words + creeper + Words{"--sprt", "elo0=0,elo1=100", "--db", "takes.db"};
  const Run run = run_in(directory, words);
  CAPTURE(run.out, run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out,
             contains_text("takes against old\n") && contains_text("strong is accepted: LLR "));
  const Run shown =
      run_in(directory, {"tournament", "show", "--db", "takes.db", "--format", "json"});
  std::map<std::string, Json> takes;
  std::optional<Json> verdict;
  for (const Json& line : json_lines(shown.out)) {
    if (line.contains("take")) takes[line["take"]["take"].text()] = line["take"];
    if (line.contains("sprt")) verdict = line["sprt"];
  }
  REQUIRE(takes.size() == 2);
  CHECK(takes["strong"]["state"].text() == "accepted");
  CHECK(takes["weak"]["state"].text() != "accepted");
  REQUIRE(verdict);
  CHECK((*verdict)["decision"].text() == "H1");
  CHECK(run_in(directory, {"tournament", "verify", "--db", "takes.db"}).status == 0);
  CHECK(run_in(directory, {"stats", "sprt", "--db", "takes.db"}).status == 0);
}

TEST_CASE("schiri test: of several takes none need be stronger") {
  const TemporaryDirectory directory;
  Words words = test_of("random name=a", "greedy");
  words.insert(words.begin() + 2, "random name=b");
  words = words + creeper + Words{"--sprt", "elo0=0,elo1=100", "--no-db", "--junit", "j.xml"};
  const Run run = run_in(directory, words);
  CAPTURE(run.out, run.err);
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("no take is accepted\n"));
  CHECK_THAT(read_file(directory.file("j.xml")), contains_text(" against greedy, sequential"));
}

TEST_CASE("schiri test: a narrower test may take more games") {
  const TemporaryDirectory directory;
  const auto [bounds, least, most] = GENERATE(table<std::string, int, int>({
      {"elo0=0,elo1=100", 200, 500},
      {"elo0=0,elo1=10", 20'000, 40'000},
      {"elo0=-5,elo1=0", 80'000, 160'000},
      {"elo0=0,elo1=10,model=normalized", 20'000, 80'000},
  }));
  // The defaults are printed before the two equal names are refused.
  const Run run =
      run_in(directory, test_of("random", "random") + creeper + Words{"--sprt", bounds, "--no-db"});
  CAPTURE(bounds);
  CHECK(run.status == 2);
  const int rounds = std::stoi(rounds_in(defaults_in(run.err)));
  CHECK(rounds >= least);
  CHECK(rounds <= most);
}

TEST_CASE("schiri test: the game is the only one that both programs list") {
  const TemporaryDirectory directory;
  const auto [one, other, status, words] =
      GENERATE(table<std::string, std::string, int, std::string>({
          {" var creeper var sperre", " var sperre var hex", 1, "--game sperre --tc 1+0.01"},
          {" var creeper", "", 1, "--game creeper"},
          {" var creeper var sperre", " var creeper var sperre", 2,
           "--game is required; the programs play creeper, sperre"},
          {" var creeper", " var sperre", 2, "the programs have no known game in common"},
          {" var hex", "", 2, "the programs have no known game in common"},
          {"", "", 2, "--game is required; the games are: creeper, "},
      }));
  CAPTURE(one, other);
  const Run run = run_in(directory, test_of(program_of(directory, "one", one),
                                            program_of(directory, "other", other) + " name=other") +
                                        quick + Words{"--no-db"});
  CHECK_THAT(run.err, contains_text(words));
  // Both lose each game with Black or White by their first turn, so that each pair is a draw.
  CHECK(run.status == status);
}

TEST_CASE("schiri test: programs without a limit get a time control") {
  const TemporaryDirectory directory;
  const std::string program = program_of(directory, "bot", "");
  const auto [bot, other, more, plan] =
      GENERATE_REF(table<std::string, std::string, Words, std::string>({
          {program, "random", {}, "tc=1+0.01"},
          {program + " movetime=50", "random", {}, "movetime=50)"},
          {program, "random", {"--each", "nodes=7"}, "nodes=7)"},
          {program, "random", {"--tc", "7+1"}, "tc=7+1)"},
          {program, "random", {"--each", "margin=50", "--tc", "7+1"}, "tc=7+1 margin=50)"},
      }));
  const Run run = run_in(
      directory, test_of(bot, other) + creeper + Words{"--rounds", "1", "--db", "a.db"} + more);
  CAPTURE(bot, more, run.err);
  CHECK(run.status == 4);
  CHECK_THAT(run_in(directory, {"tournament", "show", "--db", "a.db"}).out, contains_text(plan));
}

TEST_CASE("schiri test: each test has its own database, or event in a database") {
  const TemporaryDirectory directory;
  const Words words = test_of("greedy", "random") + creeper + Words{"--rounds", "1"};
  for (const char* name : {"tournament.db", "tournament-2.db"}) {
    CHECK_THAT(run_in(directory, words).err, contains_text(std::string("stored in ") + name));
    CHECK(std::filesystem::exists(directory.file(name)));
  }
  const Words again = words + Words{"--db", "tournament.db"};
  for (const char* name : {"'creeper test 2'", "'creeper test 3'"}) {
    CHECK_THAT(run_in(directory, again).err, contains_text(name));
  }
}

TEST_CASE("schiri test: after Ctrl-C it says how to resume, or that no game is stored") {
  const TemporaryDirectory directory;
  const bool is_stored = GENERATE(true, false);
  const std::string db = directory.file("a.db");
  ::Pipe log(directory.file("log"));
  Child child(test_of("random", "random name=x") + creeper +
                  (is_stored ? Words{"--db", db} : Words{"--no-db"}) + Words{"--log", log.path()},
              directory.file("err"));
  std::string read;
  while (read.find("\"type\":\"end\"") == read.npos) read += log.read_some();
  child.send(SIGINT);
  while (!child.ended()) log.read_some();
  CHECK(child.status() == 130);
  const std::string errors = read_file(directory.file("err"));
  CHECK_THAT(errors, contains_text("interrupted: "));
  const auto resume =
      contains_text("resume with: schiri tournament resume --db " + db + " --event 'creeper test'");
  const auto nothing = contains_text("none is stored (--no-db)");
  CHECK(resume.match(errors) == is_stored);
  CHECK(nothing.match(errors) == !is_stored);
}

}  // namespace baseline_test
