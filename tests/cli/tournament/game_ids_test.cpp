#include <set>

#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"

namespace game_ids_test {

// A game of a tournament has one id, which every list shows and every command takes.

const std::vector<Words> commands_on_a_game = {{"replay"},
                                               {"replay", "--turn", "-1", "--format", "json"},
                                               {"analyse", "--bot", "greedy"},
                                               {"board"},
                                               {"db", "export"},
                                               {"db", "query", "games"}};

/// The values of a key in JSON Lines that have it.
std::vector<std::int64_t> values_of(const std::string& key, const std::string& lines) {
  std::vector<std::int64_t> values;
  for (const Json& line : json_lines(lines)) {
    if (const Json* const value = line.find(key)) values.push_back(value->get<std::int64_t>());
  }
  return values;
}

/// Two tournaments of four games; the second has the ids 5 to 8.
struct TwoTournaments {
  TwoTournaments() {
    for (const std::string name : {"First", "Second"}) {
      const Run run = run_schiri({"tournament", "run",
                                  "--game",     "creeper",
                                  "--bot",      "greedy name=good",
                                  "--bot",      scripted_bot("lies", directory) + " name=liar",
                                  "--rounds",   "2",
                                  "--db",       db,
                                  "--event",    name,
                                  "--log",      directory.file(name + ".log"),
                                  "--junit",    directory.file(name + ".xml"),
                                  "-j",         "1",
                                  "--seed",     name == "First" ? "1" : "2"});
      REQUIRE(run.status == 0);
      err = run.err;
    }
  }

  Run on(Words words, const Words& more) const {
    words.insert(words.end(), {"--db", db});
    words.insert(words.end(), more.begin(), more.end());
    return run_schiri(words);
  }
  Run show(const Words& more) const {
    return on({"tournament", "show", "--event", "Second"}, more);
  }

  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  std::string err;  ///< of the second tournament
};

TEST_CASE_METHOD(TwoTournaments, "ids of games: every list of a tournament shows them") {
  const std::vector<std::int64_t> ids = {5, 6, 7, 8};
  CHECK(values_of("id", show({"--format", "json"}).out) == ids);
  CHECK(values_of("id", show({"--failures", "--format", "json"}).out) == ids);
  CHECK(values_of("number", show({"--failures", "--format", "json"}).out) ==
        std::vector<std::int64_t>{1, 2, 3, 4});
  CHECK(values_of("id",
                  on({"db", "query", "games"}, {"--event", "Second", "--format", "json"}).out) ==
        ids);
  const Run failures = show({"--failures"});
  CHECK_THAT(failures.out, Catch::Matchers::StartsWith("id  round"));
  CHECK_THAT(failures.err, contains_text("schiri replay --db " + db + " --id 5"));
  CHECK_THAT(show({}).out, contains_text("\n  5  1.1  ") && contains_text("\n  8  2.2  "));
  CHECK_THAT(err, contains_text("last in game 8, round 2.2: "));
  const auto logged = values_of("id", read_file(directory.file("Second.log")));
  CHECK(std::set<std::int64_t>(logged.begin(), logged.end()) ==
        std::set<std::int64_t>(ids.begin(), ids.end()));
  const std::string junit = read_file(directory.file("Second.xml"));
  for (const char* name : {"\"game 5, round 1.1: ", "\"game 8, round 2.2: ", "--id 8\""}) {
    CHECK_THAT(junit, contains_text(name));
  }
}

TEST_CASE_METHOD(TwoTournaments, "ids of games: every command takes id or event and number") {
  for (const Words& command : commands_on_a_game) {
    const Run by_id = on(command, {"--id", "7"});
    const Run by_number = on(command, {"--event", "Second", "--number", "3"});
    CAPTURE(command, by_id.err, by_number.err);
    CHECK(by_id.status == 0);
    CHECK_FALSE(by_id.out.empty());
    CHECK(by_number.status == 0);
    CHECK(by_number.out == by_id.out);
    CHECK(on(command, {"--event", "First", "--number", "3"}).out !=
          on(command, {"--event", "Second", "--number", "3"}).out);
  }
}

TEST_CASE_METHOD(TwoTournaments, "ids of games: a game that is not one is refused") {
  const auto refuses = [&](const Words& more, const std::string& text) {
    for (const Words& command : {Words{"replay"}, {"analyse"}, {"board"}}) {
      const Run run = on(command, more);
      CAPTURE(command, more, run.err);
      CHECK(run.status == 2);
      CHECK(run.out.empty());
      CHECK_THAT(run.err, contains_text(text));
    }
  };
  refuses({"--number", "3"}, "several tournaments of " + db + " have such a game");
  refuses({"--number", "9"}, "has no such game of a tournament");
  refuses({"--number", "0"}, "--number");
  refuses({"--number", "1", "--event", "Third"}, "has no such game of a tournament");
  refuses({"--id", "9"}, "has no game with this id");
  refuses({"--id", "1", "--number", "1"}, "--id");
  refuses({"--event", "Second"}, "--number");
  CHECK(run_schiri({"replay", "--number", "1"}).status == 2);
}

TEST_CASE_METHOD(TwoTournaments, "ids of games: replaying a failed game shows why it was lost") {
  const Run run = on({"replay", "--turn", "-1"}, {"--id", "8"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("\ngame 8: White lost by illegal move after ") &&
                          contains_text("\n  > go ") && contains_text("\n  < bestmove "));
  const std::string file = directory.write("a.pgn", on({"db", "export"}, {"--id", "8"}).out);
  CHECK_THAT(
      run_schiri({"replay", file}).out,
      contains_text("\ngame 1: White lost by illegal move after ") && !contains_text("> go "));
  CHECK_THAT(run_schiri({"replay", file, "--turn", "0"}).out, !contains_text("lost by"));
}

}  // namespace game_ids_test
