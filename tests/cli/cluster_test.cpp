#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/cli/database.h"

namespace {

const Words five_bots = {"--bot", "random",        "--bot",  "greedy",
                         "--bot", "random name=x", "--bot",  "greedy name=y",
                         "--bot", "random name=z", "--game", "creeper"};

struct Fixture {
  TemporaryDirectory directory;
  std::string scratch = [this] {
    std::filesystem::create_directory(directory.file("scratch"));
    return directory.file("scratch");
  }();

  std::string db(const std::string& name) const { return directory.file(name + ".db"); }
  Run run(const Words& more) const {
    return run_schiri(Words{"tournament", "run", "-j", "1"} + five_bots + more);
  }
  Run part(int shard, const Words& more = {}) const {
    return run(Words{"--shard", std::to_string(shard) + "/3", "--db", db(std::to_string(shard)),
                     "--scratch", scratch, "--resume"} +
               more);
  }
  Run merge(const std::string& into) const {
    return run_schiri({"db", "merge", "--db", db(into), db("1"), db("2"), db("3")});
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture,
                 "cluster: shards that are played elsewhere and brought back are the event") {
  run({"--db", db("whole")});
  for (const int shard : {1, 2, 3}) CHECK(part(shard, {"--save-every", "0"}).status == 0);
  CHECK(std::filesystem::is_empty(scratch));
  merge("all");
  CHECK(exported(db("all")) == exported(db("whole")));
  // Started again, a part that is complete plays nothing.
  const Run again = part(2);
  CHECK(again.status == 0);
  CHECK_THAT(again.err, contains_text("0 games played"));
  CHECK(exported(db("all")) == exported(db("whole")));
}

TEST_CASE_METHOD(Fixture, "cluster: rounds that depend on each other are played one by one") {
  for (const std::string system : {"swiss", "knockout"}) {
    CAPTURE(system);
    run({"--db", db(system), "--system", system});
    const std::string all = db(system + "-all");
    for (int stage = 1; stage <= 6; ++stage) {
      for (const int shard : {1, 2, 3}) {
        CHECK(part(shard, {"--system", system, "--after", all}).status == 0);
      }
      merge(system + "-all");
    }
    CHECK(exported(all) == exported(db(system)));
    for (const int shard : {1, 2, 3}) std::filesystem::remove(db(std::to_string(shard)));
  }
  CHECK_THAT(part(1, {"--system", "swiss"}).err, contains_text("--after"));
}

TEST_CASE_METHOD(Fixture, "cluster: what another process has brought back is never overwritten") {
  part(1);
  const std::string before = read_file(db("1"));
  // A program that puts something in the place of the database while it plays.
  directory.write("bot.sh", "#!/bin/sh\ncp '" + db("1") + "' '" + db("1") + ".new' && mv '" +
                                db("1") + ".new' '" + db("1") +
                                "'\nexec " SCHIRI_PROGRAM " ugi creeper --bot random\n");
  const Run run = run_schiri({"tournament", "run", "--game", "creeper", "--bot",
                              "cmd=\"sh " + directory.file("bot.sh") + "\" name=a", "--bot",
                              "random", "--event", "other", "--db", db("1"), "--scratch", scratch});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("has been replaced by another process"));
  CHECK(read_file(db("1")) == before);
  CHECK(std::filesystem::is_empty(scratch));
}

TEST_CASE_METHOD(Fixture, "cluster: a part goes on only with what it is a part of") {
  part(1);
  CHECK(run({"--shard", "1/3", "--db", db("1")}).status == 2);
  CHECK_THAT(part(1, {"--seed", "2"}).err, contains_text("has other settings"));
  CHECK_THAT(run({"--shard", "2/3", "--db", db("1"), "--resume"}).err,
             contains_text("holds part 1/3"));
  CHECK_THAT(part(2, {"--after", db("1"), "--seed", "2"}).err, contains_text("has other settings"));
  const Run nowhere = run({"--db", db("4"), "--scratch", directory.file("none")});
  CHECK(nowhere.status == 3);
  CHECK_THAT(nowhere.err, contains_text("none cannot be used as a folder to work in"));
}

TEST_CASE_METHOD(Fixture, "cluster: a bot that is ended together with schiri has lost no game") {
  // Ends its supervisor's parent, which is schiri, and itself.
  const std::string once = directory.file("once");
  directory.write("bot.sh",
                  "while read -r line; do case $line in\n"
                  "ugi) echo 'id name b'; echo 'id author a'; echo ugiok ;;\n"
                  "isready) echo readyok ;;\n"
                  "go*) if [ ! -e " +
                      once + " ]; then touch " + once +
                      "; kill -TERM $(ps -o ppid= -p $PPID); fi; exit 1 ;;\n"
                      "quit) exit 0 ;;\nesac; done\n");
  const Run run = run_schiri({"tournament", "run", "--game", "creeper", "--bot",
                              "cmd=\"sh " + directory.file("bot.sh") + "\" name=a nodes=1", "--bot",
                              "random", "--db", db("1"), "-j", "1"});
  CHECK(run.status == 130);
  CHECK_THAT(run.err, contains_text("0 of 2 games are stored"));
}
