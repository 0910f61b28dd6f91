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
  Run part(int shard) const {
    return run({"--shard", std::to_string(shard) + "/3", "--db", db(std::to_string(shard)),
                "--scratch", scratch, "--resume"});
  }
};

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
