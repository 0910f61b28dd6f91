#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/tournament/tournament_lock.h"
#include "tests/catch.h"
#include "tests/support/child.h"
#include "tests/support/commands.h"
#include "tests/support/database.h"

namespace lock_test {

std::string record(const std::string& event, const std::string& round, const std::string& white,
                   const std::string& result) {
  return record_text({.event = event,
                      .round = round,
                      .white = white,
                      .black = "Bob",
                      .result = result,
                      .termination = "resignation"});
}

/// A tournament of four games, the third of which is missing, and imported games.
struct Databases {
  Databases() {
    const Words bots = {"--game", "creeper", "--bot", "random", "--bot", "greedy"};
    const auto play = [&](const std::string& path, Words words) {
      words.insert(words.begin(), {"tournament", "run", "--db", path});
      words.insert(words.end(), bots.begin(), bots.end());
      must_run(words);
    };
    play(db, {"--event", "E", "--rounds", "2"});
    play(same, {"--event", "E", "--rounds", "2"});
    play(others, {"--event", "F"});
    whole = exported(db);
    must_run({"db", "delete-game", "--db", db, "3", "--yes"});
    REQUIRE(run_schiri({"db", "import", "--db", db, "-"}, record("Club", "1", "Ann", "1-0") +
                                                              record("Club", "2", "Cid", "1-0") +
                                                              "[White \"Dan\"]\n\n1. A2+B3 *\n")
                .status == 1);
    must_run({"ratings", "--db", db, "--store", "--name", "Spring"});
  }

  TemporaryDirectory directory;
  std::string db = directory.file("a.db"), same = directory.file("b.db"),
              others = directory.file("c.db");
  std::string whole;  ///< the games of E after all are played
};

/// Copies of the databases.
struct Fixture {
  Fixture() {
    static const Databases originals;
    std::filesystem::copy_file(originals.db, db);
    std::filesystem::copy_file(originals.same, same);
    std::filesystem::copy_file(originals.others, others);
    whole = originals.whole;
  }

  Run run(const Words& words) const {
    Words all = words;
    for (std::string& word : all) {
      if (word == "SAME") word = same;
      if (word == "OTHERS") word = others;
      if (word == "CORRECTED") word = corrected;
      if (word == "NEW") word = directory.file("new");
    }
    all.insert(all.end(), {"--db", db});
    return run_schiri(all);
  }

  TemporaryDirectory directory;
  std::string db = directory.file("a.db"), same = directory.file("b.db"),
              others = directory.file("c.db");
  std::string corrected = directory.write("corrected.pgn", record("Club", "1", "Ann", "0-1"));
  std::string whole;
};

struct Case {
  Words words;
  int status;  ///< the status while the tournament is played
};

/// Every command that may change a database, on the tournament and on other events.
const std::vector<Case> cases = {
    {{"db", "import", "CORRECTED"}, 1},
    {{"db", "import", "--corrections", "apply", "CORRECTED"}, 0},
    {{"db", "import", "--add-index", "--corrections", "both", "CORRECTED"}, 0},
    {{"db", "merge", "SAME"}, 3},
    {{"db", "merge", "OTHERS"}, 0},
    {{"db", "rename-player", "greedy", "glutton", "--yes"}, 3},
    {{"db", "rename-player", "greedy", "glutton", "--dry-run"}, 0},
    {{"db", "rename-player", "Ann", "Anne", "--yes"}, 0},
    {{"db", "merge-players", "greedy", "Ann", "--yes"}, 3},
    {{"db", "merge-players", "Ann", "greedy", "--yes"}, 3},
    {{"db", "merge-players", "Ann", "Cid", "--yes"}, 0},
    {{"db", "rename-event", "E", "X", "--yes"}, 3},
    {{"db", "rename-event", "Club", "House", "--yes"}, 0},
    {{"db", "merge-events", "E", "Club", "--yes"}, 3},
    {{"db", "add-alias", "greedy", "glutton", "--yes"}, 0},
    {{"db", "delete-alias", "glutton", "--yes"}, 2},
    {{"db", "delete-list", "Spring", "--yes"}, 0},
    {{"db", "delete-event", "E", "--yes"}, 3},
    {{"db", "delete-event", "Club", "--yes"}, 0},
    {{"db", "delete-game", "1", "--yes"}, 3},
    {{"db", "delete-game", "5", "--yes"}, 0},
    {{"db", "delete-game", "5", "1", "--yes"}, 3},
    {{"db", "replace-game", "5", "CORRECTED", "--yes"}, 0},
    {{"db", "undo-import", "--yes"}, 0},
    {{"db", "quarantine", "retry", "--game", "creeper", "--yes"}, 0},
    {{"db", "quarantine", "drop", "--yes"}, 0},
    {{"db", "index", "--rebuild"}, 0},
    {{"db", "vacuum"}, 0},
    {{"db", "backup", "-o", "NEW"}, 0},
    {{"db", "salvage", "-o", "NEW"}, 0},
    {{"db", "check"}, 0},
    {{"ratings", "--store"}, 0},
    {{"tournament", "resume", "--event", "E"}, 3},
    {{"tournament", "extend", "--event", "E", "--rounds", "3"}, 3},
    {{"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "mcts:nodes=5",
      "--event", "G"},
     0},
    {{"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy", "--event",
      "E", "--rounds", "2"},
     2},
    {{"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy", "--event",
      "E", "--rounds", "2", "--resume"},
     3},
};

TEST_CASE_METHOD(Fixture,
                 "db: during a tournament each command works or names the tournament in its way") {
  const Case one = GENERATE(from_range(cases));
  CAPTURE(one.words);
  {
    const auto lock = schiri::db::TournamentLock::take(db, 1);
    REQUIRE(lock);
    const std::string before = exported(db);
    const Run run = this->run(one.words);
    CAPTURE(run.out, run.err);
    CHECK(run.status == one.status);
    if (one.status == 3) {
      CHECK_THAT(run.err, contains_text("event 'E'"));
      CHECK(exported(db) == before);
    }
  }
  // Changes made meanwhile harm neither the tournament nor other data.
  const Run resumed = run_schiri({"tournament", "resume", "--db", db, "--event", "E"});
  CAPTURE(resumed.err);
  CHECK(resumed.status == 0);
  CHECK(run_schiri({"db", "export", "--db", db, "--event", "E", "--no-times"}).out == whole);
  const Run checked = run_schiri({"db", "check", "--db", db});
  CAPTURE(checked.out);
  const bool doubled = one.words.size() > 4 && one.words[4] == "both";
  CHECK(checked.status == (doubled ? 1 : 0));
}

TEST_CASE("db: every command that changes a database has a case during a tournament") {
  std::set<std::string> missing;
  for (const std::string& path : program().commands) {
    const Words words = words_of(path);
    if (words[0] == "db" && words.size() > 1) missing.insert(words[1]);
  }
  REQUIRE(missing.size() > 10);
  for (const Case& one : cases) missing.erase(one.words[1]);
  missing.erase("export");
  missing.erase("query");
  CHECK(missing.empty());
}

TEST_CASE_METHOD(Fixture, "db check: games are compared with the plan of their tournament") {
  const auto [sql, message] = GENERATE(table<std::string, std::string>({
      {"UPDATE game SET white_id = (SELECT id FROM player WHERE name = 'Ann') WHERE id = 1",
       "plan 1: event 'E': "},
      {"UPDATE game SET round = '7.1' WHERE id = 2", "plan 2: event 'E': "},
      {"UPDATE game SET event_id = 1 WHERE id = 5",
       "plan 5: event 'E': it is not one of the tournament's games: 'Ann' does not take part in "
       "it"},
      {"UPDATE event SET config = '{}' WHERE id = 1", "plan: event 'E': its plan cannot be read"},
  }));
  SQLite::Database(db, SQLite::OPEN_READWRITE).exec(sql);
  const Run checked = run_schiri({"db", "check", "--db", db});
  CAPTURE(checked.err);
  CHECK(checked.status == 1);
  CHECK_THAT("\n" + checked.out, contains_text("\n" + message));
}

TEST_CASE("db check: what is written meanwhile is no damage") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "random name=b",
            "--db", db});
  // As fast as the random bot it would add games faster than a slow build checks them.
  Child writer({"tournament", "run", "--game", "creeper", "--bot", "mcts:movetime=2", "--bot",
                "random name=b", "--rounds", "100000000", "--event", "long", "-j", "1", "--db", db},
               directory.file("errors"));
  for (int i = 0; i < 8 && !writer.ended(); ++i) {
    for (const Words& words : {Words{"db", "check"}, Words{"tournament", "verify"}}) {
      const Run run = run_schiri(words + Words{"--db", db});
      CAPTURE(i, run.out, run.err);
      CHECK(run.status == 0);
    }
  }
  CHECK_FALSE(writer.ended());
}

TEST_CASE("db: an import from a slow pipe blocks no writer") {
  const TemporaryDirectory directory;
  const std::string pipe = directory.file("pipe"), db = directory.file("a.db");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Child import({"db", "import", "--db", db, pipe}, directory.file("errors"));
  {
    std::ofstream slow(pipe);  // opened when the import reads
    slow << record("Club", "1", "Ann", "1-0") << std::flush;
    CHECK(run_schiri({"db", "import", "--db", db, "-"}, record("Club", "2", "Cid", "1-0")).status ==
          0);
  }
  while (!import.ended()) usleep(1000);
  CHECK(import.status() == 0);
  CHECK(exported(db).find("Ann") != std::string::npos);
  CHECK(exported(db).find("Cid") != std::string::npos);
}

}  // namespace lock_test
