#include <csignal>

#include "tests/catch.h"
#include "tests/support/child.h"
#include "tests/support/database.h"

namespace record_file_test {

// `--pgn FILE` of tournaments.

const Words cup = {"tournament", "run",   "--game", "creeper",     "--bot",
                   "greedy",     "--bot", "random", "--max-turns", "30"};

/// A tune whose values end away from the start.
const Words moving_tune = {
    "tune",    "creeper", "--bot",   "greedy", "--option", "random=60[0,100]",
    "--games", "80",      "--batch", "4"};

/// The values of a tag, in their order.
std::vector<std::string> values_of(const std::string& records, const std::string& tag) {
  std::vector<std::string> values;
  const std::string begin = "[" + tag + " \"";
  for (std::size_t at = 0; (at = records.find(begin, at)) != records.npos;) {
    at += begin.size();
    values.push_back(records.substr(at, records.find('"', at) - at));
  }
  return values;
}

/// The turns of each game by the values of tags, from files or the export.
std::set<std::string> games_in(const std::string& records,
                               const std::set<std::string>& tags = {"Round", "White", "Black"}) {
  std::set<std::string> games;
  const Run run = run_schiri({"convert", "-", "--to", "json"}, records);
  REQUIRE(run.status == 0);
  for (const Json& game : json_lines(run.out)) {
    std::string text;
    for (const auto& tag : game.at("tags")) {
      const std::string name = tag.at(0).get<std::string>();
      if (tags.contains(name)) text += tag.at(1).get<std::string>() + ' ';
    }
    for (const auto& element : game.at("movetext")) {
      if (element.is_string()) text += element.get<std::string>() + ' ';
    }
    CHECK(games.insert(text).second);
  }
  return games;
}

/// Of several tournaments.
std::set<std::string> games_of_all(const std::string& records) {
  return games_in(records, {"Event", "Round", "White", "Black"});
}

Words with_file(const Words& words, const TemporaryDirectory& directory) {
  return words + Words{"--db", directory.file("a.db"), "--pgn", directory.file("a.pgn")};
}

Words resume_in(const TemporaryDirectory& directory) {
  return {"tournament", "resume", "--db", directory.file("a.db"), "--pgn", directory.file("a.pgn")};
}

TEST_CASE("record file: it holds each game with the bots' comments, the database short ones") {
  const TemporaryDirectory directory;
  const Words bots = {"--bot", "alphabeta:depth=2", "--bot", "mcts nodes=50 tc=60+1"};
  const Run run = run_schiri(with_file({"tournament", "run", "--game", "creeper", "--max-turns",
                                        "20", "--rounds", "2", "-j", "1"},
                                       directory) +
                             bots);
  REQUIRE(run.status == 0);
  const std::string file = read_file(directory.file("a.pgn"));
  CHECK(run_schiri({"validate", "-"}, file).status == 0);
  CHECK(values_of(file, "Round") == std::vector<std::string>{"1.1", "1.2", "2.1", "2.2"});
  const std::string stored = run_schiri({"db", "export", "--db", directory.file("a.db")}).out;
  CHECK(games_in(file) == games_in(stored));
  for (const char* part : {", nodes ", ", pv ", "left "}) {
    CAPTURE(part);
    CHECK(stored.find(part) == stored.npos);
  }
  std::string joined = file;
  std::replace(joined.begin(), joined.end(), '\n', ' ');
  CHECK_THAT(joined, Catch::Matchers::Matches("(?:.|\\n)*\\{[+-][0-9.M]+/[0-9]+ [0-9.]+s, nodes "
                                              "[0-9]+, left [0-9]+\\.[0-9]{3}s, pv [^}]+\\}.*"));
}

TEST_CASE("record file: --pgn-comments chooses the comments") {
  const TemporaryDirectory directory;
  const auto [value, has_nodes, has_line] = GENERATE(table<std::string, bool, bool>({
      {"all", true, true},
      {"short", false, false},
      {"nodes", true, false},
      {"pv,left", false, true},
  }));
  const Words bots = {"--bot", "alphabeta:depth=2", "--bot", "random"};
  REQUIRE(run_schiri(with_file({"tournament", "run", "--game", "creeper", "--max-turns", "10",
                                "--pgn-comments", value},
                               directory) +
                     bots)
              .status == 0);
  std::string file = read_file(directory.file("a.pgn"));
  std::replace(file.begin(), file.end(), '\n', ' ');
  CAPTURE(value);
  CHECK((file.find(", nodes ") != file.npos) == has_nodes);
  CHECK((file.find(", pv ") != file.npos) == has_line);
}

TEST_CASE("record file: without the parts that follow, records are those of the database") {
  const TemporaryDirectory directory;
  REQUIRE(run_schiri(with_file(cup + Words{"--rounds", "3", "-j", "1", "--pgn-comments", "short"},
                               directory))
              .status == 0);
  CHECK(read_file(directory.file("a.pgn")) ==
        run_schiri({"db", "export", "--db", directory.file("a.db")}).out);
}

TEST_CASE("record file: killed and resumed, it holds each game once") {
  const TemporaryDirectory directory;
  const Words command = with_file(cup + Words{"--rounds", "300", "-j", "2"}, directory);
  for (const int games : {1, 60, 200}) {
    ::Pipe log(directory.file("log" + std::to_string(games)));
    Child child((games == 1 ? command : resume_in(directory)) + Words{"--log", log.path()},
                directory.file("err"));
    std::string read;
    const auto ended = [&] {
      int count = 0;
      for (std::size_t at = 0; (at = read.find("\"type\":\"end\"", at)) != read.npos; ++at) ++count;
      return count;
    };
    while (ended() < games && !child.ended()) read += log.read_some();
    child.send(SIGKILL);
    while (!child.ended()) log.read_some();
  }
  REQUIRE(run_schiri(resume_in(directory)).status == 0);
  const std::string file = read_file(directory.file("a.pgn"));
  CHECK(run_schiri({"validate", "-"}, file).status == 0);
  CHECK(values_of(file, "Round").size() == 600);
  CHECK(games_in(file) ==
        games_in(run_schiri({"db", "export", "--db", directory.file("a.db")}).out));
}

TEST_CASE("record file: a game that was cut off is written again") {
  const TemporaryDirectory directory;
  const Words brief = {"--pgn-comments", "short"};
  REQUIRE(
      run_schiri(with_file(cup + Words{"--rounds", "2", "-j", "1"} + brief, directory)).status ==
      0);
  const std::string file = directory.file("a.pgn"), whole = read_file(file);
  const std::size_t last = whole.rfind("[Event ");
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{3}, last + 5, last + 40, last + 200, (last + whole.size()) / 2,
        whole.size() - 8, whole.size() - 4, whole.size() - 1}) {
    CAPTURE(size, whole.size());
    std::ofstream(file) << whole.substr(0, size);
    REQUIRE(run_schiri(resume_in(directory)).status == 0);
    CHECK((read_file(file) == whole));
  }
}

TEST_CASE("record file: games that are not stored, or there twice, are removed") {
  const TemporaryDirectory directory;
  REQUIRE(run_schiri(with_file(cup + Words{"--rounds", "2", "-j", "1"}, directory)).status == 0);
  const std::string file = directory.file("a.pgn"), whole = read_file(file);
  std::string wrong = whole + whole.substr(whole.rfind("[Event "));
  wrong.replace(wrong.find("[Round \"1.1\"]"), 13, "[Round \"7.1\"]");
  std::ofstream(file) << wrong;
  REQUIRE(run_schiri(resume_in(directory)).status == 0);
  CHECK(values_of(read_file(file), "Round") ==
        std::vector<std::string>{"1.2", "2.1", "2.2", "1.1"});
  CHECK(games_in(read_file(file)) == games_in(whole));
}

TEST_CASE("record file: no other file is overwritten") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), other = directory.file("other.pgn");
  REQUIRE(run_schiri(cup + Words{"--db", db}).status == 0);
  const auto [name, content, words] = GENERATE(table<std::string, std::string, std::string>({
      {"other.pgn", "notes\n", "exists already"},
      {"other.pgn", "[Event \"Cup\"]\n\n1. A2+B3 *\n", "exists already"},
      {"other.pgn", "[Event \"Cup\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n", "exists already"},
      {"-", "", "expected a file"},
      {"a.pgn.gz", "", "cannot be compressed"},
      {"b.db", "", "b.db"},
  }));
  if (!content.empty()) directory.write(name, content);
  const std::string path = name == "-" ? name : directory.file(name);
  CAPTURE(name, content);
  const Run run = run_schiri(cup + Words{"--db", directory.file("b.db"), "--pgn", path});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text(words));
  CHECK_FALSE(std::filesystem::exists(directory.file("b.db")));
  if (content.empty()) return;
  const Run resumed = run_schiri({"tournament", "resume", "--db", db, "--pgn", path});
  CHECK(resumed.status == 2);
  CHECK_THAT(resumed.err, contains_text("holds more than games of this tournament"));
  CHECK(read_file(path) == content);
}

TEST_CASE("record file: games after the one that decides a test are removed") {
  const TemporaryDirectory directory;
  const Run run = run_schiri(
      with_file(cup + Words{"--rounds", "50", "--sprt", "elo0=0,elo1=400", "-j", "4"}, directory));
  CAPTURE(run.err);
  REQUIRE(run.status <= 1);
  CHECK(games_in(read_file(directory.file("a.pgn"))) ==
        games_in(run_schiri({"db", "export", "--db", directory.file("a.db")}).out));
}

TEST_CASE("record file: a tune and its proof share a file") {
  const TemporaryDirectory directory;
  const Words tune = moving_tune + Words{"--proof", "elo0=0,elo1=300"};
  const Run run = run_schiri(with_file(tune, directory) + Words{"-j", "2"});
  CAPTURE(run.err);
  REQUIRE(run.status <= 1);
  const std::string path = directory.file("a.pgn"), file = read_file(path);
  const auto events = values_of(file, "Event");
  CHECK(std::count(events.begin(), events.end(), "creeper tune") == 80);
  CHECK(std::count(events.begin(), events.end(), "creeper tune: proof") > 0);
  const std::string stored = run_schiri({"db", "export", "--db", directory.file("a.db")}).out;
  CHECK(games_of_all(file) == games_of_all(stored));

  const auto resume = [&] { return run_schiri(with_file({"tune", "--resume"}, directory)); };
  for (const std::string& part : {file, file.substr(0, file.rfind("[Event ") + 40),
                                  file.substr(0, file.size() / 3), std::string()}) {
    CAPTURE(part.size());
    std::ofstream(path) << part;
    CHECK(resume().status == run.status);
    CHECK(games_of_all(read_file(path)) == games_of_all(stored));
  }
  CHECK(run_schiri(with_file(tune, directory)).status == 2);  // the file exists
  const std::string foreign = file + record_text({.event = "Cup", .result = "1-0"});
  std::ofstream(path) << foreign;
  const Run refused = resume();
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, contains_text("holds more than games of this tournament"));
  CHECK(read_file(path) == foreign);
}

TEST_CASE("record file: Ctrl-C in a proof names the command that continues the tune") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), path = directory.file("a.pgn");
  ::Pipe log(directory.file("log"));
  Child child(moving_tune + Words{"--proof", "elo0=0,elo1=1", "--db", db, "--pgn", path, "--log",
                                  log.path(), "-j", "1"},
              directory.file("err"));
  std::string read;
  while (read.find("proof") == read.npos && !child.ended()) read += log.read_some();
  child.send(SIGINT);
  while (!child.ended()) log.read_some();
  CHECK_THAT(read_file(directory.file("err")),
             contains_text("resume with: schiri tune --resume --db " + db +
                           " --event 'creeper tune' --pgn " + path));
}

TEST_CASE("record file: unknown parts of comments are refused") {
  const TemporaryDirectory directory;
  const Run run = run_schiri(with_file(cup, directory) + Words{"--pgn-comments", "nodes,speed"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err,
             contains_text("--pgn-comments: expected all, usual, short, or some of seldepth,"));
  CHECK_FALSE(std::filesystem::exists(directory.file("a.db")));
}

TEST_CASE("record file: Ctrl-C names the command that goes on with the file") {
  const TemporaryDirectory directory;
  ::Pipe log(directory.file("log"));
  Child child(with_file(cup + Words{"--rounds", "300", "--log", log.path()}, directory),
              directory.file("err"));
  std::string read;
  while (read.find("\"type\":\"end\"") == read.npos) read += log.read_some();
  child.send(SIGINT);
  while (!child.ended()) log.read_some();
  CHECK_THAT(read_file(directory.file("err")),
             contains_text(" --pgn " + directory.file("a.pgn") + "\n"));
}

}  // namespace record_file_test
