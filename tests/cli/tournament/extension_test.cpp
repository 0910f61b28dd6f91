#include <csignal>

#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/child.h"
#include "tests/support/database.h"

namespace extension_test {

// Tournaments that are extended by players and rounds during play or afterwards.

const Words three_bots = {"--game", "creeper", "--bot", "greedy",
                          "--bot",  "random",  "--bot", "random name=x"};

struct Fixture {
  TemporaryDirectory directory;

  std::string db(const std::string& name) const { return directory.file(name + ".db"); }
  Run run(const std::string& db, const Words& more = {}) const {
    return run_schiri(Words{"tournament", "run", "--db", db} + three_bots + more);
  }
  Run extend(const std::string& db, const Words& more) const {
    return run_schiri(Words{"tournament", "extend", "--db", db} + more);
  }
  Run resume(const std::string& db, const std::string& threads = "2") const {
    return run_schiri({"tournament", "resume", "--db", db, "-j", threads});
  }
};

TEST_CASE_METHOD(
    Fixture, "extension: the number of games already played does not matter, and none is played") {
  const Words more = {"--bot", "random name=y", "--rounds", "12"};
  REQUIRE(run(db("whole"), {"--rounds", "8"}).status == 0);
  REQUIRE(extend(db("whole"), more).status == 0);
  REQUIRE(resume(db("whole")).status == 0);

  const std::string path = db("part");
  {
    ::Pipe log(directory.file("log"));
    Child child(
        Words{"tournament", "run", "--db", path, "--rounds", "8", "-j", "2", "--log", log.path()} +
            three_bots,
        directory.file("err"));
    std::string log_text;
    while (std::count(log_text.begin(), log_text.end(), '\n') < 50) log_text += log.read_some();
    const Run refused = extend(path, more);
    CHECK(refused.status == 3);
    CHECK_THAT(refused.err, contains_text("another process is playing the event"));
    child.send(SIGKILL);
    while (!child.ended()) log.read_some();
  }
  REQUIRE(games_of(path).size() < 48);
  REQUIRE(extend(path, more).status == 0);
  REQUIRE(resume(path).status == 0);
  CHECK((exported(path) == exported(db("whole"))));
}

}  // namespace extension_test
