#include <SQLiteCpp/SQLiteCpp.h>

#include "cli/cluster/slurm.h"
#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"
#include "tests/support/faulty_system.h"

namespace cluster_test {

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

TEST_CASE_METHOD(Fixture, "cluster: merged shards equal the whole tournament") {
  run({"--db", db("whole")});
  for (const int shard : {1, 2, 3}) CHECK(part(shard, {"--save-every", "0"}).status == 0);
  CHECK(std::filesystem::is_empty(scratch));
  merge("all");
  CHECK(exported(db("all")) == exported(db("whole")));
  // Started again, a complete shard plays nothing.
  const Run again = part(2);
  CHECK(again.status == 0);
  CHECK_THAT(again.err, contains_text("0 games played"));
  CHECK(exported(db("all")) == exported(db("whole")));
}

TEST_CASE_METHOD(Fixture, "cluster: rounds that depend on results are played stage by stage") {
  for (const std::string system : {"swiss", "dutch", "knockout"}) {
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

TEST_CASE_METHOD(Fixture,
                 "cluster: a database that another process has replaced is not overwritten") {
  if (cannot_preload()) return;
  part(1);
  const std::string before = read_file(db("1"));
  // A program that replaces the database while it plays.
  directory.write("bot.sh", "#!/bin/sh\ncp '" + db("1") + "' '" + db("1") + ".new' && mv '" +
                                db("1") + ".new' '" + db("1") +
                                "'\nexec " SCHIRI_PROGRAM " ugi creeper --bot random\n");
  const FaultySystem system("child-unshare=1-1000000");  // otherwise it cannot see schiri
  check_run({"tournament", "run", "--game", "creeper", "--bot",
             "cmd=\"sh " + directory.file("bot.sh") + "\" name=a", "--bot", "random", "--event",
             "other", "--db", db("1"), "--scratch", scratch},
            3, "has been replaced by another process");
  CHECK(read_file(db("1")) == before);
  CHECK(std::filesystem::is_empty(scratch));
}

TEST_CASE_METHOD(Fixture, "cluster: a shard resumes only its own tournament") {
  part(1);
  CHECK(run({"--shard", "1/3", "--db", db("1")}).status == 2);
  CHECK_THAT(part(1, {"--seed", "2"}).err, contains_text("has other settings"));
  CHECK_THAT(run({"--shard", "2/3", "--db", db("1"), "--resume"}).err,
             contains_text("holds part 1/3"));
  CHECK_THAT(part(2, {"--after", db("1"), "--seed", "2"}).err, contains_text("has other settings"));
  const Run nowhere = run({"--db", db("4"), "--scratch", directory.file("none")});
  CHECK(nowhere.status == 3);
  CHECK_THAT(nowhere.err, contains_text("none cannot be used as a working folder"));
}

TEST_CASE_METHOD(Fixture, "cluster: a bot killed together with schiri loses no game") {
  if (cannot_preload()) return;
  // Kills itself and the parent of its supervisor, which is schiri.
  const std::string once = directory.file("once");
  directory.write("bot.sh",
                  "while read -r line; do case $line in\n"
                  "ugi) echo 'id name b'; echo 'id author a'; echo ugiok ;;\n"
                  "isready) echo readyok ;;\n"
                  "go*) if [ ! -e " +
                      once + " ]; then touch " + once +
                      "; kill -TERM $(ps -o ppid= -p $PPID); fi; exit 1 ;;\n"
                      "quit) exit 0 ;;\nesac; done\n");
  const FaultySystem system("child-unshare=1-1000000");  // otherwise it cannot see schiri
  const Run run = run_schiri({"tournament", "run", "--game", "creeper", "--bot",
                              "cmd=\"sh " + directory.file("bot.sh") + "\" name=a nodes=1", "--bot",
                              "random", "--db", db("1"), "-j", "1"});
  CHECK(run.status == 130);
  CHECK_THAT(run.err, contains_text("0 of 2 games are stored"));
}

TEST_CASE_METHOD(Fixture,
                 "cluster: a database of any name does not collide with files of the folder") {
  run({"--db", db("whole")});
  const std::string name = GENERATE("shard.db", "earlier", "brought-back", "fetched", "whole");
  for (const int shard : {1, 2, 3}) {
    const Run run =
        run_schiri(Words{"tournament", "run", "-j", "1"} + five_bots +
                   Words{"--shard", std::to_string(shard) + "/3", "--db",
                         directory.file(std::to_string(shard) + "/" + name), "--scratch", scratch});
    CHECK(run.status == 3);  // the folder does not exist, which is reported before the first game
    std::filesystem::create_directory(directory.file(std::to_string(shard)));
    CHECK(run_schiri(Words{"tournament", "run", "-j", "1"} + five_bots +
                     Words{"--shard", std::to_string(shard) + "/3", "--db",
                           directory.file(std::to_string(shard) + "/" + name), "--after",
                           db("none"), "--save-every", "0", "--scratch", scratch})
              .status == 0);
  }
  const auto destination = [&](const std::string& shard) {
    return directory.file(shard + "/" + name);
  };
  run_schiri(
      {"db", "merge", "--db", db("all"), destination("1"), destination("2"), destination("3")});
  CHECK(exported(db("all")) == exported(db("whole")));
  CHECK(std::filesystem::is_empty(scratch));
}

TEST_CASE_METHOD(Fixture,
                 "cluster: a single shard of a tournament that depends on results can be shown but "
                 "not resumed") {
  const std::string system = GENERATE("swiss", "knockout");
  const std::string all = db("all");
  for (int stage = 1; stage <= 2; ++stage) {
    for (const int shard : {1, 2, 3}) {
      REQUIRE(part(shard, {"--system", system, "--after", all}).status == 0);
    }
    run_schiri({"db", "merge", "--db", all, db("1"), db("2"), db("3")});
  }
  const std::string before = exported(db("2"));
  check_run({"tournament", "show", "--db", db("2")}, 0, "this is part 2/3 of the tournament");
  check_run({"tournament", "resume", "--db", db("2")}, 2, "--resume --after");
  CHECK(exported(db("2")) == before);
  const Run extend = run_schiri({"tournament", "extend", "--db", db("2"), "--rounds", "7"});
  CHECK(extend.status == (system == "swiss" ? 0 : 2));
  CHECK_THAT(extend.err, !contains_text("vector"));
}

TEST_CASE_METHOD(Fixture, "cluster: standard output may be closed before the games are saved") {
  const Run run = run_program(
      "/bin/sh", {"-c", SCHIRI_PROGRAM " tournament run --game creeper --bot random --bot greedy "
                                       "--db " +
                            db("1") + " --scratch " + scratch + " 2>/dev/null | true"});
  CHECK(run.status == 0);
  CHECK(games_of(db("1")).size() == 2);
  CHECK(std::filesystem::is_empty(scratch));
}

/// A cluster whose batch system accepts jobs and starts none.
struct ClusterFixture : Fixture {
  ClusterFixture() {
    std::filesystem::create_directory(directory.file("bin"));
    directory.write("bin/sbatch", "#!/bin/sh\necho 17\n");
    std::filesystem::permissions(directory.file("bin/sbatch"), std::filesystem::perms::owner_all);
  }

  Run schiri(const Words& arguments) const {
    return run_program("/bin/sh",
                       Words{"-c", "PATH='" + directory.file("bin") + "':$PATH; exec \"$0\" \"$@\"",
                             SCHIRI_PROGRAM} +
                           arguments);
  }
  std::string folder() const { return directory.file("folder"); }
  std::string shard(int index) const {
    return folder() + "/shard-" + std::to_string(index) + ".db";
  }
  Run submit(const Words& more = {}) const {
    return schiri(Words{"tournament", "submit", "--shards", "2", "--dir", folder()} + five_bots +
                  more);
  }
  Run play(int index, const std::string& db) const {
    return run_schiri({"tournament", "run", folder() + "/event.json", "--shard",
                       std::to_string(index) + "/2", "--db", db, "--resume", "--scratch", scratch});
  }
  Run collect() const { return schiri({"tournament", "collect", folder(), "--scratch", scratch}); }
};

/// Copies a database with its log as they are on disk.
void copy_with_log(const std::string& from, const std::string& to) {
  for (const char* ending : {"", "-wal"}) std::filesystem::copy_file(from + ending, to + ending);
}

/// Leaves a database as a killed program does: all changes of `write` are in its log.
void leave_in_log(const std::string& db, const std::string& destination,
                  const std::function<void()>& write) {
  SQLite::Database other(db, SQLite::OPEN_READWRITE);
  other.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  other.execAndGet("SELECT count(*) FROM game");
  write();
  REQUIRE(std::filesystem::file_size(db + "-wal") > 0);
  copy_with_log(db, destination);
}

TEST_CASE_METHOD(ClusterFixture, "cluster: a collection works under any name") {
  run({"--db", db("whole")});
  const std::string name = GENERATE("shard.db", "earlier", "brought-back", "fetched", "event.db");
  REQUIRE(submit({"--db", directory.file(name)}).status == 0);
  CHECK(submit({"--db", directory.file(name)}).status == 2);
  for (const int index : {1, 2}) CHECK(play(index, shard(index)).status == 0);
  CHECK(collect().status == 0);
  CHECK(collect().status == 0);
  CHECK(exported(directory.file(name)) == exported(db("whole")));
  CHECK(std::filesystem::is_empty(scratch));
}

TEST_CASE_METHOD(ClusterFixture,
                 "cluster: files of the tournament folder are refused as the collection") {
  const std::string name = GENERATE("shard-1.db", "shard-7.db", "event.json", "cluster.json",
                                    "array.sh", "./shard-2.db");
  const Run run = submit({"--db", folder() + "/" + name});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("--db"));
  CHECK_FALSE(std::filesystem::exists(folder()));
}

TEST_CASE_METHOD(ClusterFixture,
                 "cluster: options and paths cannot inject commands into a script") {
  const auto [option, value] = GENERATE(table<std::string, std::string>({
      {"--partition", "long\ntouch owned\n"},
      {"--time", "1:00\ntouch owned"},
      {"--sbatch", "--mail-user=a\ntouch owned"},
      {"--dir", "folder\ntouch owned"},
      {"--dir", "folder\rtouch owned"},
  }));
  CAPTURE(option);
  const Words words = Words{"tournament", "submit", "--shards", "2"} + five_bots;
  const Words folder_words = option == "--dir" ? Words{} : Words{"--dir", folder()};
  for (const Words& more : {Words{}, Words{"--dry-run"}}) {
    const std::string told = option == "--dir" ? directory.file(value) : value;
    const Run run = schiri(words + folder_words + Words{option, told} + more);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, contains_text("contains a line break or another control character"));
    CHECK(run.out.empty());
    CHECK_FALSE(std::filesystem::exists(folder()));
  }
}

TEST_CASE_METHOD(ClusterFixture, "cluster: a per cent sign of a path is escaped for Slurm") {
  const std::string odd = directory.file("100%a \"x\"");
  const Words words = Words{"tournament", "submit", "--shards", "2", "--dry-run"} + five_bots;
  const Run run = schiri(words + Words{"--dir", odd});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("/100%%a \\\"x\\\"/log/shard-%a.out\"\n"));
  CHECK_THAT(run.out, contains_text("/100%%a \\\"x\\\"/log/collect.out\"\n"));
  const Run refused = schiri(words + Words{"--dir", directory.file("a\\b")});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, contains_text("contains a backslash"));
}

TEST_CASE_METHOD(ClusterFixture, "cluster: the log of a database is collected and kept") {
  run({"--db", db("whole")});
  REQUIRE(submit().status == 0);
  REQUIRE(play(1, shard(1)).status == 0);
  REQUIRE(collect().status == 1);
  must_run({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
            "--event", "other", "--db", db("live")});
  SECTION("the log of a shard") {
    leave_in_log(db("live"), shard(2), [&] {
      CHECK(run_schiri({"tournament", "run", folder() + "/event.json", "--shard", "2/2", "--db",
                        db("live"), "--resume"})
                .status == 0);
    });
    CHECK(collect().status == 0);
    CHECK(std::filesystem::exists(shard(2) + "-wal"));  // collecting only reads it
  }
  SECTION("the log of the collection") {
    REQUIRE(play(2, shard(2)).status == 0);
    std::filesystem::rename(folder() + "/event.db", db("collection"));
    leave_in_log(db("collection"), folder() + "/event.db", [&] {
      CHECK(run_schiri({"db", "merge", "--db", db("collection"), db("live")}).status == 0);
    });
    CHECK(collect().status == 0);
    CHECK_FALSE(std::filesystem::exists(folder() + "/event.db-wal"));
  }
  CHECK(run_schiri({"db", "check", "--db", folder() + "/event.db"}).status == 0);
  // Either way the other tournament is collected too.
  const Run games = run_schiri({"db", "query", "games", "--db", folder() + "/event.db", "--event",
                                "other", "--format", "json"});
  CHECK(json_lines(games.out).size() == 2);
  CHECK(games_of(folder() + "/event.db").size() == 22);
}

TEST_CASE_METHOD(ClusterFixture, "cluster: a damaged shard does not block the others") {
  REQUIRE(submit().status == 0);
  REQUIRE(play(2, shard(2)).status == 0);
  directory.write("folder/shard-1.db", "no database");
  directory.write("folder/shard-1.db-wal", "no log");
  const Run run = collect();
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("shard 1"));
  CHECK(games_of(folder() + "/event.db").size() == 10);
  CHECK(std::filesystem::is_empty(scratch));
}

TEST_CASE_METHOD(Fixture, "cluster: a log of another database is not applied to a new file") {
  run({"--db", db("whole")});
  const std::string copy = db("copy");
  directory.write("copy.db-wal", "what another one has left");
  for (const Words& command : {Words{"db", "backup", "--db", db("whole"), "-o", copy},
                               Words{"db", "salvage", "--db", db("whole"), "-o", copy},
                               Words{"tournament", "run", "--game", "creeper", "--bot", "random",
                                     "--bot", "greedy", "--db", copy, "--scratch", scratch}}) {
    const Run run = run_schiri(command);
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("copy.db-wal") && contains_text("move it away"));
    CHECK_FALSE(std::filesystem::exists(copy));
  }
  CHECK(std::filesystem::is_empty(scratch));
}

TEST_CASE_METHOD(ClusterFixture, "cluster: a submitted tournament keeps its limit of turns") {
  SECTION("the default limit") {
    REQUIRE(submit().status == 0);
    CHECK_THAT(read_file(folder() + "/event.json"), contains_text("\"max-turns\":2000"));
  }
  SECTION("no limit") {
    REQUIRE(submit({"--max-turns", "0"}).status == 0);
    CHECK_THAT(read_file(folder() + "/event.json"), contains_text("\"max-turns\":0"));
  }
  SECTION("a plan older than the limit") {
    REQUIRE(submit({"--max-turns", "0"}).status == 0);
    Json event = Json::parse(read_file(folder() + "/event.json"));
    event.erase("max-turns");
    directory.write("folder/event.json", event.dump());
    REQUIRE(play(1, shard(1)).status == 0);
    CHECK_THAT(run_schiri({"tournament", "show", "--db", shard(1)}).out,
               contains_text("any number of turns"));
  }
  for (const int index : {1, 2}) CHECK(play(index, shard(index)).status == 0);
  CHECK(collect().status == 0);
}

const Words test_of_two = {"--bot",  "greedy",  "--bot",  "random",
                           "--game", "creeper", "--sprt", "elo0=0,elo1=200"};
const Words sixty_rounds = {"--rounds", "60"};

TEST_CASE_METHOD(Fixture, "cluster: a sequential test of parallel shards ends as in one process") {
  const auto run_test = [&](const Words& more) {
    return run_schiri(Words{"tournament", "run", "-j", "1"} + test_of_two +
                      Words{"--rounds", "100000"} + more);
  };
  REQUIRE(run_test({"--db", db("whole")}).status == 0);
  const auto part = [&](int shard) {
    const std::string number = std::to_string(shard);
    return run_test({"--shard", number + "/3", "--db", db("shard-" + number), "--resume", "--peers",
                     directory.file(""), "--save-every", "0"});
  };
  // A shard waits until all others have begun.
  for (const int first : {1, 2, 1}) {
    const Run run = part(first);
    CHECK(run.status == 75);
    CHECK_THAT(run.err, contains_text("far ahead of another one"));
  }
  const Run last = part(3);
  CHECK(last.status == 0);
  CHECK_THAT(last.err,
             contains_text("the test is decided by game 16; games after it do not count"));
  const auto before = exported(db("shard-3"));
  CHECK(part(3).status == 0);
  CHECK(exported(db("shard-3")) == before);
  REQUIRE(
      run_schiri({"db", "merge", "--db", db("all"), db("shard-1"), db("shard-2"), db("shard-3")})
          .status <= 1);
  CHECK(run_schiri({"tournament", "resume", "--db", db("all")}).status == 0);
  CHECK(exported(db("all")) == exported(db("whole")));
  CHECK(
      run_schiri(Words{"tournament", "run", "--peers", ".", "--db", db("x")} + five_bots).status ==
      2);
}

TEST_CASE_METHOD(ClusterFixture,
                 "cluster: collecting evaluates a sequential test and cancels its jobs") {
  must_run(Words{"tournament", "run", "-j", "1", "--db", db("whole")} + test_of_two + sixty_rounds);
  // The array job 17 still runs.
  for (const std::string tool : {"squeue", "scancel"}) {
    directory.write("bin/" + tool, tool == "squeue" ? "#!/bin/sh\necho '17|1|RUNNING|node|None'\n"
                                                    : "#!/bin/sh\necho $* >" + db("cancelled"));
    std::filesystem::permissions(directory.file("bin/" + tool), std::filesystem::perms::owner_all);
  }
  REQUIRE(schiri(Words{"tournament", "submit", "--shards", "2", "--dir", folder()} + test_of_two +
                 sixty_rounds)
              .status == 0);
  CHECK_THAT(read_file(folder() + "/array.sh"), contains_text(" --peers " + folder()));
  CHECK(play(1, shard(1)).status == 0);
  CHECK(collect().status == 1);
  CHECK(play(2, shard(2)).status == 0);
  const Run run = collect();
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out,
             contains_text("after 8 pairs, H1 is accepted") && contains_text(": complete, in"));
  CHECK(read_file(db("cancelled")) == "17\n");
  CHECK(collect().status == 0);
  const Run status = schiri({"tournament", "status", folder()});
  CHECK(status.status == 0);
  CHECK_THAT(status.out, contains_text("120 games, of which 16 count; 2 done"));
  // A shard that begins now plays nothing.
  CHECK_THAT(run_schiri({"tournament", "run", folder() + "/event.json", "--shard", "1/2", "--db",
                         db("late"), "--peers", folder()})
                 .err,
             contains_text("0 games played"));
  CHECK(exported(folder() + "/event.db") == exported(db("whole")));
}

TEST_CASE("cluster: a Slurm program that hangs is killed with all its child processes") {
  using namespace schiri::cli;
  const TemporaryDirectory directory;
  // A shell that waits for a copy of itself; the file name of the script marks both.
  const std::string tool = directory.write("mark", "#!/bin/sh\n(sleep 1000; true) &\nwait\n");
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  CHECK_THROWS_WITH(run_tool({tool}, std::chrono::milliseconds(50)),
                    contains_text("mark did not answer within") && contains_text("was killed"));
  CHECK(processes_marked(directory) == 0);
}

TEST_CASE("cluster: the output and status of Slurm programs are returned") {
  using namespace schiri::cli;
  const auto answer = run_tool({"/bin/sh", "-c", "echo \"it's $0\"; echo oh >&2; exit 3", "a b"});
  CHECK(answer.status == 3);
  CHECK(answer.out == "it's a b\n");
  CHECK(answer.err == "oh\n");
  CHECK_THROWS_WITH(run_tool({"/no/such/tool"}), contains_text("/no/such/tool cannot be started"));
}

TEST_CASE_METHOD(ClusterFixture, "cluster: squeue and sbatch that hang are unusable") {
  for (const std::string tool : {"squeue", "sbatch"}) {
    directory.write("bin/" + tool, "#!/bin/sh\nexec sleep 1000\n");
    std::filesystem::permissions(directory.file("bin/" + tool), std::filesystem::perms::owner_all);
  }
  schiri::Message complaint;
  const std::string before = std::getenv("PATH");
  setenv("PATH", (directory.file("bin") + ":" + before).c_str(), 1);
  using schiri::cli::ToolTimeout;
  const std::chrono::milliseconds patience(50);
  CHECK_THROWS_AS(schiri::cli::submit_job({"array.sh"}, patience), ToolTimeout);
  CHECK_THROWS_AS(schiri::cli::known_jobs("schiri-x", {}, complaint, patience), ToolTimeout);
  setenv("PATH", before.c_str(), 1);
  // UnusableError ends a command with status 3.
  CHECK(std::is_base_of_v<schiri::UnusableError, ToolTimeout>);
}

}  // namespace cluster_test
