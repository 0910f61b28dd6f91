#include "core/process/processors.h"
#include "tests/catch.h"
#include "tests/linux.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"

namespace bot_description_test {

// Descriptions of a tournament's bots: options, presets, commands, paths.

Words event_words(const std::string& db, const Words& more) {
  Words words = {"tournament", "run", "--game", "creeper", "--db", db, "--max-turns", "6"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Writes a program that announces the name in the file NAME beside it.
void write_named_bot(const TemporaryDirectory& directory, const std::string& path,
                     const std::string& name) {
  const std::string bot = scripted_bot("nothing", directory);
  const std::string file = directory.write(path, "#!/bin/sh\n" + bot.substr(5, bot.size() - 6) +
                                                     " | sed -u \"s/^id name.*/id name $(cat " +
                                                     directory.file(path + ".name") + ")/\"\n");
  directory.write(path + ".name", name);
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

/// The names of the players of a stored tournament, in its order.
std::vector<std::string> players_of(const std::string& db) {
  const auto plan =
      json_lines(run_schiri({"tournament", "show", "--db", db, "--format", "json"}).out);
  std::vector<std::string> names;
  for (const Json& name : plan.front().at("players")) names.push_back(name.get<std::string>());
  return names;
}

std::string shown(const std::string& db) {
  return run_schiri({"tournament", "show", "--db", db}).out;
}

TEST_CASE("schiri tournament: options of all bots also apply to bots that are added later") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = run_schiri(event_words(
      db, {"--each", "nodes=20 memory=900", "--bot", "mcts", "--bot", "alphabeta nodes=5"}));
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(run_schiri({"tournament", "extend", "--db", db, "--bot", "mcts name=new"}).status == 0);
  const std::string plan = shown(db);
  CHECK_THAT(plan, contains_text("1. mcts  (mcts nodes=20)") &&
                       contains_text("2. alphabeta nodes=5  (alphabeta nodes=5)") &&
                       contains_text("3. new  (mcts nodes=20)"));
}

TEST_CASE("schiri tournament: a program is called as it calls itself when the event begins") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  write_named_bot(directory, "bot", "Alpha 1");
  const Words bots = {"--bot", directory.file("bot"), "--bot", "random"};
  const Run run = run_schiri(event_words(db, bots));
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out + run.err, contains_text("Alpha 1"));
  const std::vector<std::string> names = {"Alpha 1", "random"};
  CHECK(players_of(db) == names);
  CHECK_THAT(exported(db), contains_text("[White \"Alpha 1\"]"));
  // The stored name stays if the program announces another.
  directory.write("bot.name", "Alpha 2");
  REQUIRE(run_schiri({"tournament", "extend", "--db", db, "--rounds", "2"}).status == 0);
  REQUIRE(run_schiri({"tournament", "resume", "--db", db}).status == 0);
  const Run again = run_schiri(event_words(db, bots) + Words{"--rounds", "2", "--resume"});
  INFO(again.err);
  CHECK_THAT(again.err, contains_text("has other settings"));  // because it was extended
  CHECK(players_of(db) == names);
  CHECK(games_of(db).size() == 4);
  // New bots are settled, too.
  REQUIRE(run_schiri({"tournament", "extend", "--db", db, "--bot", directory.file("bot")}).status ==
          0);
  CHECK(players_of(db) == std::vector<std::string>{"Alpha 1", "random", "Alpha 2"});
}

TEST_CASE("schiri tournament: run --resume keeps the names that programs announced before") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  write_named_bot(directory, "bot", "Alpha 1");
  const Words words = event_words(db, {"--bot", directory.file("bot"), "--bot", "random"});
  REQUIRE(run_schiri(words).status == 0);
  directory.write("bot.name", "Alpha 2");
  const Run again = run_schiri(words + Words{"--resume"});
  INFO(again.err);
  CHECK(again.status == 0);
  CHECK_THAT(again.err, contains_text("0 games played"));
  CHECK(players_of(db).front() == "Alpha 1");
}

TEST_CASE("schiri tournament: programs that announce the same name are told apart") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  for (const char* folder : {"a", "b"}) std::filesystem::create_directory(directory.file(folder));
  for (const char* path : {"new", "a/old", "b/old"}) write_named_bot(directory, path, "Alpha");
  Words words = event_words(db, {"--bot", "random name=Alpha", "--single"});
  for (const char* path : {"new", "a/old", "b/old"}) {
    words = words + Words{"--bot", directory.file(path)};
  }
  const Run run = run_schiri(words);
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(players_of(db) ==
        std::vector<std::string>{"Alpha", "Alpha (new)", "Alpha (a/old)", "Alpha (b/old)"});
}

TEST_CASE("schiri tournament: presets") {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory.file("engines"));
  directory.write("engines/bots.json", R"({"quick": "mcts nodes=20 option.hash=1",
    "deep": {"bot": "alphabeta", "nodes": 50, "name": "deep one"}, "no bot": {"nodes": 3},
    "mine": {"cmd": "./a.sh"}, "far": {"cmd": "./a.sh", "host": "ssh b"}})");
  const auto [bot, expected] = GENERATE(table<std::string, std::string>({
      {"preset=quick", "quick  (mcts nodes=20 option.hash=1)"},
      {"preset=quick nodes=7", "quick  (mcts nodes=7 option.hash=1)"},
      {"preset=quick name=q", "q  (mcts nodes=20 option.hash=1)"},
      {"preset=deep", "deep one  (alphabeta nodes=50)"},
      {"preset=mine", "mine  (cmd=./a.sh dir=engines)"},
      {"preset=far", "far  (cmd=./a.sh host=ssh b)"},
      {"preset=quik", "engines/bots.json has no preset 'quik'; the nearest is 'quick'"},
      {"preset=\"no bot\"", "neither a built-in bot nor a program"},
      {"greedy preset=quick", "the built-in greedy already"},
  }));
  const Run run = run_schiri({"tournament", "show", "--game", "creeper", "--presets",
                              "engines/bots.json", "--bot", bot, "--bot", "random"},
                             "", {directory.file("")});
  CAPTURE(bot, run.out, run.err);
  CHECK_THAT(run.out + run.err, contains_text(expected));
  CHECK(run.status == (run.out.empty() ? 2 : 0));
}

TEST_CASE("schiri tournament: paths in a tournament file are relative to that file") {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory.file("sub"));
  const std::string bot = scripted_bot("nothing", directory);
  directory.write("sub/bot.sh", "exec " + bot.substr(5, bot.size() - 6) + "\n");
  directory.write("sub/start.pgn", "[Game \"creeper\"]\n\n1. E7+D6 G3+F4 *\n");
  directory.write("sub/event.json", R"({"game": "creeper", "db": "a.db", "log": "log",
    "openings": "start.pgn", "max-turns": 6, "bots": ["random", {"cmd": "sh bot.sh", "name": "x"}]})");
  const RunOptions there{directory.file("")};
  const Run run = run_schiri({"tournament", "run", "sub/event.json"}, "", there);
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(std::filesystem::exists(directory.file("sub/a.db")));
  CHECK(std::filesystem::exists(directory.file("sub/log")));
  // Paths of the command line are relative to the working directory.
  const Run other = run_schiri({"tournament", "run", "sub/event.json", "--db", "b.db"}, "", there);
  CHECK(other.status == 0);
  CHECK(exported(directory.file("b.db")) == exported(directory.file("sub/a.db")));
  const Run extended =
      run_schiri({"tournament", "extend", "--db", "b.db", "--rounds", "2"}, "", there);
  CHECK(extended.status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", "b.db"}, "", there).status == 0);
  CHECK(games_of(directory.file("b.db")).size() == 4);
}

TEST_CASE("schiri tournament: --against plays earlier players under the same conditions") {
  const TemporaryDirectory directory;
  const std::string old = directory.file("old.db"), db = directory.file("new.db");
  REQUIRE(run_schiri({"tournament",
                      "run",
                      "--game",
                      "creeper",
                      "--db",
                      old,
                      "--max-turns",
                      "8",
                      "--bot",
                      "mcts nodes=7 margin=5",
                      "--bot",
                      "random nodes=7",
                      "--rounds",
                      "2",
                      "--seed",
                      "9",
                      "--opening-turns",
                      "3",
                      "--draw",
                      "score=1,turns=8"})
              .status == 0);
  const Run run =
      run_schiri({"tournament", "run", "--against", old, "--bot", "alphabeta", "--db", db});
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.err, contains_text("the new bots meet mcts nodes=7 margin=5, random nodes=7 of "
                                    "the event 'creeper round-robin'") &&
                          contains_text(", all with nodes=7\n"));
  CHECK_THAT(shown(db), contains_text("creeper gauntlet: creeper standard, gauntlet, 3 players, 8 "
                                      "games, 8 played\n  1. alphabeta  (alphabeta nodes=7)") &&
                            contains_text("openings: 3 random turns, seed 9; games of at most 8"));
  // The openings by round: those of the earlier tournament.
  const auto openings = [](const std::string& path) {
    std::map<std::string, std::string> found;
    for (const Json& line : json_lines(
             run_schiri({"tournament", "show", "--db", path, "--format", "json", "--with-openings"})
                 .out)) {
      if (line.contains("opening")) found[line.at("opening").dump()] = line.at("line").dump();
    }
    return found;
  };
  CHECK(openings(db) == openings(old));
  const std::vector<std::pair<Words, std::string>> others = {
      {{"--bot", "greedy", "--opponent", "mcts nodes=7 margin=5", "--event", "E", "--db", old}, ""},
      {{"--bot", "greedy", "--opponent", "mcts", "--against-event", "creeper round-robin", "--db",
        db},
       "no player 'mcts'; the nearest is 'mcts nodes=7 margin=5'"},
      {{"--bot", "random nodes=7", "--against-event", "creeper round-robin", "--db", db},
       "two bots are called"},
      {{"--db", db}, "specify the new bot with --bot"},
      {{"--bot", "greedy", "--db", db}, "specify --against-event: several tournaments in"},
      {{"--bot", "greedy", "--against-event", "F", "--db", db}, "no tournament 'F'"},
  };
  for (const auto& [words, expected] : others) {
    Words all{"tournament", "run", "--against", old};
    all.insert(all.end(), words.begin(), words.end());
    const Run other = run_schiri(all);
    CAPTURE(other.err);
    CHECK(other.status == (expected.empty() ? 0 : 2));
    CHECK_THAT(other.err, contains_text(expected));
  }
}

TEST_CASE("schiri tournament: the resignation of a bot is no failure") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = run_schiri(
      event_words(db, {"--bot", "random", "--bot", scripted_bot("resigns", directory) + " name=shy",
                       "--strikes", "1", "--rounds", "2", "--verbose"}));
  CHECK(run.status == 0);
  for (const Json& game : games_of(db)) {
    CHECK(game.at("termination") == "resignation");
    CHECK(game.at("result") == (game.at("white") == "shy" ? "0-1" : "1-0"));
  }
  CHECK(failures_of(db).empty());
  CHECK_THAT(run.out, contains_text("shy     0-0-4"));
  CHECK(run_schiri({"validate", "--strict", "-"}, run_schiri({"db", "export", "--db", db}).out)
            .status == 0);
}

/// Without an expected complaint, the tournament is played.
void check_processors(const Words& words, const std::string& expected) {
  const TemporaryDirectory directory;
  Words all = event_words(directory.file("a.db"), {"--bot", "random"});
  all.insert(all.end(), words.begin(), words.end());
  const Run run = run_schiri(all);
  CAPTURE(all, run.err);
  CHECK(run.status == (expected.empty() ? 0 : 2));
  CHECK_THAT(run.err, contains_text(expected));
}

TEST_CASE("schiri tournament: more timed games than processors are refused unless forced") {
  const std::string one = std::to_string(usable_processors().front());
  const auto [words, expected] = GENERATE_COPY(table<Words, std::string>({
      {{"--each", "movetime=1", "--bot", "mcts", "--cpu", one, "-j", "2"},
       "but 1 processor there (--cpu)"},
      {{"--each", "tc=1", "--bot", "mcts", "--rounds", "5000", "-j", "1024"}, "use -j "},
      {{"--each", "movetime=1", "--bot", "mcts ponder=yes", "--cpu", one, "-j", "1"},
       "--cpu pins each game to 1 processor, but"},
      {{"--each", "tc=1 ponder=yes", "--bot", "mcts", "--rounds", "5000", "-j", "1024"},
       "on 2 processors each"},
      {{"--bot", "mcts ponder=yes"}, "ponder: a built-in bot ponders only with a time limit"},
      {{"--bot", "mcts nodes=5", "--cpu", "1023"}, "--cpu: processor 1023 is not available"},
      {{"--bot", "mcts nodes=5", "--cpu", "1-"}, "--cpu: expected auto, or processors as in 0-3"},
  }));
  check_processors(words, expected);
}

TEST_CASE("schiri tournament: games are pinned to processors") {
  if (is_omitted_without_linux()) return;
  const std::string one = std::to_string(usable_processors().front());
  check_processors(GENERATE_COPY(Words{"--each", "movetime=1", "--bot", "mcts", "--cpu", one, "-j",
                                       "2", "--force"},
                                 Words{"--each", "movetime=1", "--bot", "mcts", "--cpu", "auto"},
                                 Words{"--bot", "mcts nodes=5", "--cpu", one, "-j", "2"},
                                 Words{"--bot", "mcts movetime=1", "--cpu", one, "-j", "2"}),
                   "");
}

TEST_CASE("schiri tournament: a program on another machine plays through a command") {
  const TemporaryDirectory directory;
  const std::string log = directory.file("log");
  const Run run = run_schiri(event_words(
      directory.file("a.db"),
      {"--bot", "random", "--bot",
       scripted_bot("nothing", directory) + " name=far host=\"" + SCHIRI_SLOW_WAY + " 10\"",
       "--log", log}));
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.err, contains_text("; in transit, ms p50 "));
  bool is_told = false;
  for (const Json& line : json_lines(read_file(log))) {
    if (line.at("type") != "bot" || line.at("bot") != "far") continue;
    is_told = line.at("transport_ms").get<double>() >= 20;
  }
  CHECK(is_told);
  CHECK(all_gone(directory));
}

TEST_CASE("schiri: functions of a library's caller are no bots of the program") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = run_schiri(event_words(db, {"--bot", "random", "--bot", "function=mine"}));
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("'function=mine' is a function of the program that has begun"));
  CHECK_FALSE(std::filesystem::exists(db));  // nothing has begun
  const Run check = run_schiri({"bot", "check", "creeper", "--bot", "function=mine"});
  CHECK(check.status == 2);
  CHECK_THAT(check.err,
             contains_text("a function is a bot only in a program that uses the library"));
}

}  // namespace bot_description_test
