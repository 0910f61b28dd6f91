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

TEST_CASE_METHOD(Fixture, "extension: more players and rounds at any number of threads") {
  const Words system = GENERATE(values<Words>({{"--rounds", "2"},
                                               {"--rounds", "2", "--single"},
                                               {"--rounds", "2", "--balanced"},
                                               {"--rounds", "2", "--system", "gauntlet"},
                                               {"--rounds", "2", "--system", "swiss"}}));
  CAPTURE(system);
  std::string first;
  for (const std::string threads : {"1", "2", "8"}) {
    const std::string path = db(threads);
    REQUIRE(run(path, system + Words{"-j", threads}).status == 0);
    const std::string before = exported(path);
    const Run extended =
        extend(path, {"--bot", "random name=y", "--bot", "greedy name=z", "--rounds", "4"});
    REQUIRE(extended.status == 0);
    CHECK_THAT(extended.out,
               contains_text("5 players instead of 3, 4 rounds instead of 2, ") &&
                   contains_text("play them with: schiri tournament resume --db " + path));
    CHECK(exported(path) == before);
    const Run planned = verify(path);
    CHECK(planned.status == 0);
    CHECK_THAT(planned.out, contains_text("games still to be played"));
    REQUIRE(resume(path, threads).status == 0);
    const std::string after = exported(path);
    CHECK(after.starts_with(before));
    CHECK(verify(path).status == 0);
    CHECK(run_schiri({"db", "check", "--db", path}).status == 0);
    if (first.empty()) first = after;
    CHECK((after == first));
  }
}

TEST_CASE_METHOD(Fixture,
                 "extension: the number of games already played does not matter except in Swiss") {
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

TEST_CASE_METHOD(Fixture, "extension: each shard is extended") {
  const Words more = {"--bot", "random name=y", "--rounds", "3"};
  REQUIRE(run(db("whole")).status == 0);
  REQUIRE(extend(db("whole"), more).status == 0);
  REQUIRE(resume(db("whole")).status == 0);
  for (const std::string shard : {"1", "2"}) {
    REQUIRE(run(db(shard), {"--shard", shard + "/2"}).status == 0);
    REQUIRE(extend(db(shard), more).status == 0);
    REQUIRE(resume(db(shard)).status == 0);
    CHECK(verify(db(shard)).status == 0);
  }
  REQUIRE(run_schiri({"db", "merge", "--db", db("all"), db("1"), db("2")}).status == 0);
  CHECK((exported(db("all")) == exported(db("whole"))));
  CHECK(verify(db("all")).status == 0);
}

TEST_CASE_METHOD(Fixture, "extension: changes of the existing plan are refused") {
  const auto refused = [&](const std::string& path, const Words& more, const std::string& why) {
    CAPTURE(more);
    const Run run = extend(path, more);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, contains_text(why));
  };
  REQUIRE(run(db("k"), {"--system", "knockout"}).status == 0);
  refused(db("k"), {"--bot", "random name=y"},
          "system knockout that has begun accepts no more players or rounds");
  REQUIRE(run(db("e"), {"--until-error", "200"}).status == 0);
  refused(db("e"), {"--rounds", "999999"}, "has ended with game");
  REQUIRE(run(db("u"), {"--until-error", "1", "--rounds", "3"}).status == 0);
  refused(db("u"), {"--bot", "random name=y"}, "until-error");
  CHECK(extend(db("u"), {"--rounds", "4"}).status == 0);
  CHECK(resume(db("u")).status == 0);
  CHECK(verify(db("u")).status == 0);
}

}  // namespace extension_test
