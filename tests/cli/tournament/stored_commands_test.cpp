#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/database.h"
#include "tests/support/environment.h"
#include "tests/support/terminal.h"

namespace stored_commands_test {

// Plans in databases, which may come from an attacker: their commands run only when the user says
// so.

namespace fs = std::filesystem;

/// A half-played tournament with a program that leaves a trace.
struct Plan {
  TemporaryDirectory directory;
  std::string trace = directory.file("trace"), db = directory.file("a.db");

  Plan() {
    directory.write("bot.sh",
                    "touch '" + trace + "'\nexec " SCHIRI_PROGRAM " ugi creeper --bot random\n");
    must_run(Words{"tournament", "run", "--db", db} + players());
    // Adds a round without games.
    must_run({"tournament", "extend", "--db", db, "--rounds", "2", "--trust-commands"});
    fs::remove(trace);
  }
  std::string command() const { return "sh " + directory.file("bot.sh"); }
  Words players() const {
    return {"--game", "creeper", "--bot",       "cmd=\"" + command() + "\" name=a",
            "--bot",  "greedy",  "--max-turns", "4",
            "-j",     "1"};
  }
  bool has_run() {
    const bool is_there = fs::exists(trace);
    fs::remove(trace);
    return is_there;
  }
  std::string plan() const {
    return SQLite::Database(db).execAndGet("SELECT config FROM event").getString();
  }
  void change(const std::string& statement) const {
    SQLite::Database(db, SQLite::OPEN_READWRITE).exec(statement);
  }
  Run resume(const Words& more = {}) const {
    return run_schiri(Words{"tournament", "resume", "--db", db} + more);
  }
};

TEST_CASE_METHOD(Plan, "plan: a stored plan starts no program and the message names the option") {
  const Words against = {"tournament", "run",
                         "--against",  db,
                         "--bot",      "random name=new",
                         "--db",       directory.file("new.db")};
  for (const Words& words :
       {Words{"tournament", "resume", "--db", db},
        Words{"tournament", "extend", "--db", db, "--rounds", "3"}, against,
        Words{"tournament", "submit", "--against", db, "--bot", "random name=new", "--shards", "2",
              "--dir", directory.file("cluster")}}) {
    CAPTURE(words);
    const Run run = run_schiri(words);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK_THAT(run.err,
               contains_text("a: cmd=\"" + command() + "\"") && contains_text("--trust-commands"));
    CHECK_FALSE(has_run());
  }
  CHECK_FALSE(fs::exists(directory.file("cluster")));
  CHECK(run_schiri(against + Words{"--trust-commands"}).status == 0);
  CHECK(has_run());
  CHECK(resume({"--trust-commands"}).status == 0);
  CHECK(has_run());
  // Trust is for one command.
  CHECK(run_schiri({"tournament", "extend", "--db", db, "--rounds", "3"}).status == 2);
  CHECK_FALSE(has_run());
}

TEST_CASE_METHOD(Plan, "plan: commands that start no program do not ask") {
  for (const Words& words :
       {Words{"tournament", "show", "--db", db}, Words{"tournament", "verify", "--db", db},
        Words{"db", "export", "--db", db}, Words{"db", "query", "games", "--db", db},
        Words{"ratings", "--db", db}, Words{"table", "--db", db},
        Words{"db", "merge", "--db", directory.file("b.db"), db},
        Words{"tournament", "show", "--against", db, "--bot", "random name=new"}}) {
    CAPTURE(words);
    run_schiri({"db", "import", "--db", directory.file("b.db")}, "");
    const Run run = run_schiri(words);
    CHECK_THAT(run.err, !contains_text("--trust-commands"));
    CHECK_FALSE(has_run());
  }
}

TEST_CASE_METHOD(Plan, "plan: a complete plan is shown without a question") {
  REQUIRE(resume({"--trust-commands"}).status == 0);
  fs::remove(trace);
  CHECK(resume().status == 0);
  CHECK_FALSE(has_run());
  // The number of games equals the plan, but one game is missing and would be played.
  change("UPDATE game SET number = 9 WHERE number = 1");
  CHECK(resume().status == 2);
  CHECK_FALSE(has_run());
}

TEST_CASE_METHOD(Plan, "plan: built-in bots need no confirmation") {
  const std::string fresh = directory.file("fresh.db");
  must_run({"tournament", "run", "--db", fresh, "--game", "creeper", "--bot", "greedy", "--bot",
            "random"});
  CHECK(run_schiri({"tournament", "extend", "--db", fresh, "--rounds", "2"}).status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", fresh}).status == 0);
}

TEST_CASE_METHOD(Plan,
                 "plan: a plan cannot name files to write or read or tournaments to continue") {
  const std::string victim = directory.file("victim");
  change("UPDATE event SET config = json_set(config, '$.log', '" + victim + "', '$.junit', '" +
         victim + "', '$.db', '" + victim + "')");
  resume({"--trust-commands"});
  run_schiri({"tournament", "run", "--against", db, "--bot", "random name=new", "--db",
              directory.file("new.db")});
  CHECK_FALSE(fs::exists(victim));
}

TEST_CASE_METHOD(Plan, "plan: a terminal is asked and control characters of commands are hidden") {
  change("UPDATE event SET config = json_set(config, '$.bots[0].cmd', '" + command() +
         "' || char(27) || '[2K')");
  {
    Terminal terminal({"tournament", "resume", "--db", db});
    terminal.wait_for("Run them? [y/N]");
    CHECK_THAT(terminal.screen(), contains_text("?[2K") && !contains_text("\x1b[2K"));
    terminal.type("n\n");
    CHECK(terminal.finish() == 2);
    CHECK_FALSE(has_run());
  }
  change("UPDATE event SET config = json_set(config, '$.bots[0].cmd', '" + command() + "')");
  Terminal terminal({"tournament", "resume", "--db", db});
  terminal.wait_for("Run them? [y/N]");
  terminal.type("y\n");
  CHECK(terminal.finish() == 0);
  CHECK(has_run());
}

TEST_CASE_METHOD(Plan, "plan: a stored tune starts no program and neither does its proof") {
  const std::string tune = directory.file("tune.db");
  directory.write("bot.sh",
                  "touch '" + trace + "'\nexec " SCHIRI_PROGRAM " ugi creeper --bot greedy\n");
  const Words described = {"tune",        "creeper",
                           "--bot",       "cmd=\"" + command() + "\" name=a",
                           "--option",    "random=5[0,20]",
                           "--games",     "4",
                           "--max-turns", "4",
                           "-j",          "1",
                           "--db",        tune};
  run_schiri(described);
  REQUIRE(has_run());
  check_run({"tune", "--resume", "--db", tune}, 2, "--trust-commands");
  CHECK_FALSE(has_run());
  run_schiri({"tune", "--resume", "--db", tune, "--trust-commands"});
  CHECK(has_run());
}

TEST_CASE_METHOD(Plan, "plan: the keys of all bots may hold commands") {
  change(
      "UPDATE event SET config = json_set(json_remove(config, '$.bots[0].cmd'), '$.bots[0].bot',"
      " 'random', '$.each', 'host=\"touch " +
      trace + "\"')");
  const Run run = resume();
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("--trust-commands"));
  CHECK_FALSE(has_run());
}

TEST_CASE_METHOD(Plan, "plan: the signature of an earlier version is ignored") {
  change("UPDATE event SET config = json_set(config, '$.signature', '" + std::string(64, 'a') +
         "')");
  CHECK(run_schiri({"tournament", "verify", "--db", db}).status == 0);
  CHECK(resume().status == 2);
  CHECK(resume({"--trust-commands"}).status == 0);
  CHECK(run_schiri({"tournament", "verify", "--db", db}).status == 0);
}

TEST_CASE_METHOD(Plan, "plan: the scripts of a cluster's folder run when the user says so") {
  fs::create_directory(directory.file("bin"));
  for (const auto& [tool, text] : {std::pair("sbatch", "echo 17"), std::pair("squeue", "true")}) {
    directory.write(std::string("bin/") + tool, std::string("#!/bin/sh\n") + text + "\n");
    fs::permissions(directory.file(std::string("bin/") + tool), fs::perms::owner_all);
  }
  const EnvironmentVariable path("PATH", directory.file("bin") + ":" + getenv("PATH"));
  const std::string folder = directory.file("cluster"), event = folder + "/event.json";
  must_run(Words{"tournament", "submit", "--shards", "2", "--dir", folder} + players());
  // The file is named on the command line.
  must_run({"tournament", "run", event, "--shard", "1/2", "--db", folder + "/shard-1.db",
            "--resume", "--threads", "1"});
  CHECK(has_run());
  const Run run = run_schiri({"tournament", "status", folder, "--requeue"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("array.sh") && contains_text("--trust-commands"));
  CHECK(run_schiri({"tournament", "status", folder, "--requeue", "--trust-commands"}).status == 0);
}

}  // namespace stored_commands_test
