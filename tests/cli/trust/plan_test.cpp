#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/database.h"
#include "tests/support/environment.h"
#include "tests/support/terminal.h"

namespace plan_test {

// Plans in databases that may come from an attacker: their commands run for their author, and for
// other users only after confirmation.

namespace fs = std::filesystem;

/// A half-played tournament with a program that leaves a trace; signed with the mark in `own`.
struct Plan {
  TemporaryDirectory directory;
  std::string own = directory.file("own"), stranger = directory.file("stranger"),
              trace = directory.file("trace"), db = directory.file("a.db");
  EnvironmentVariable state{"XDG_STATE_HOME", own};

  Plan() {
    directory.write("bot.sh",
                    "touch '" + trace + "'\nexec " SCHIRI_PROGRAM " ugi creeper --bot random\n");
    must_run(Words{"tournament", "run", "--db", db} + players());
    // Adds a round without games.
    must_run({"tournament", "extend", "--db", db, "--rounds", "2"});
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

TEST_CASE_METHOD(Plan, "plan: the user's own plan resumes without a question") {
  CHECK_THAT(plan(), contains_text("\"signature\":\""));
  CHECK(resume().status == 0);
  CHECK(has_run());
}

TEST_CASE_METHOD(Plan,
                 "plan: another user's plan starts no program and the message names the option") {
  const EnvironmentVariable other("XDG_STATE_HOME", stranger);
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
  // A trusted plan is not questioned again.
  CHECK(run_schiri({"tournament", "extend", "--db", db, "--rounds", "3"}).status == 0);
  CHECK(has_run());
  CHECK(resume().status == 0);
}

TEST_CASE_METHOD(Plan, "plan: commands that start no program do not ask") {
  const EnvironmentVariable other("XDG_STATE_HOME", stranger);
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
  REQUIRE(resume().status == 0);
  fs::remove(trace);
  const EnvironmentVariable other("XDG_STATE_HOME", stranger);
  CHECK(resume().status == 0);
  CHECK_FALSE(has_run());
  // The number of games equals the plan, but one game is missing and would be played.
  change("UPDATE game SET number = 9 WHERE number = 1");
  CHECK(resume().status == 2);
  CHECK_FALSE(has_run());
}

TEST_CASE_METHOD(Plan, "plan: a plan changed after signing is not the user's own") {
  const std::string evil = "touch " + trace;
  SECTION("a command") {
    change("UPDATE event SET config = json_set(config, '$.bots[0].cmd', '" + evil + "')");
  }
  SECTION("a command instead of a built-in bot") {
    change(
        "UPDATE event SET config = json_set(json_remove(config, '$.bots[1].bot'),"
        " '$.bots[1].cmd', '" +
        evil + "')");
  }
  SECTION("a folder") {
    change("UPDATE event SET config = json_set(config, '$.bots[0].dir', '/')");
  }
  SECTION("the command that reaches the machine") {
    change("UPDATE event SET config = json_set(config, '$.bots[0].host', '" + evil + "')");
  }
  SECTION("an option") {
    change("UPDATE event SET config = json_set(config, '$.bots[0].\"option.Log\"', '/x')");
  }
  SECTION("the options of all bots") {
    change("UPDATE event SET config = json_set(config, '$.each', 'host=\"" + evil + "\"')");
  }
  SECTION("the signature") {
    change("UPDATE event SET config = json_set(config, '$.signature', '" + std::string(64, 'a') +
           "')");
  }
  SECTION("no signature") {
    change("UPDATE event SET config = json_remove(config, '$.signature')");
  }
  const Run run = resume();
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("--trust-commands"));
  CHECK_FALSE(has_run());
}

TEST_CASE_METHOD(Plan, "plan: renamed players leave the plan the user's own") {
  must_run({"db", "rename-event", "--db", db, "creeper round-robin", "other", "--yes"});
  must_run({"db", "rename-player", "--db", db, "a", "c", "--yes"});
  CHECK(resume().status == 0);
  CHECK(has_run());
}

TEST_CASE_METHOD(Plan, "plan: the signature affects neither plan nor games") {
  const std::string theirs = directory.file("theirs.db"), mine = directory.file("mine.db");
  must_run(Words{"tournament", "run", "--db", mine} + players());
  {
    const EnvironmentVariable other("XDG_STATE_HOME", stranger);
    must_run(Words{"tournament", "run", "--db", theirs} + players());
  }
  CHECK(exported(mine) == exported(theirs));
  const auto shown = [](const std::string& path) {
    return run_schiri({"tournament", "show", "--db", path, "--format", "json"}).out;
  };
  CHECK(shown(mine) == shown(theirs));
  CHECK_THAT(shown(mine), !contains_text("signature"));
  CHECK(run_schiri({"db", "merge", "--db", mine, theirs}).status == 0);
  CHECK(run_schiri({"tournament", "extend", "--db", mine, "--rounds", "2"}).status == 0);
  // A plan signed by another user stays foreign after a merge.
  CHECK(run_schiri({"db", "merge", "--db", theirs, mine}).status == 3);
  CHECK(run_schiri({"tournament", "extend", "--db", theirs, "--rounds", "2"}).status == 2);
}

TEST_CASE_METHOD(Plan, "plan: the same command in another folder is a different program") {
  fs::create_directory(directory.file("elsewhere"));
  const Run run =
      run_schiri({"tournament", "resume", "--db", db}, "", {directory.file("elsewhere"), {}});
  CHECK(run.status == 2);
  CHECK_FALSE(has_run());
}

TEST_CASE_METHOD(Plan,
                 "plan: without a state folder a tournament is played and confirmed on resume") {
  const EnvironmentVariable none("XDG_STATE_HOME", "/dev/null");
  const std::string fresh = directory.file("fresh.db");
  CHECK(run_schiri(Words{"tournament", "run", "--db", fresh} + players()).status == 0);
  CHECK(has_run());
  check_run({"tournament", "extend", "--db", fresh, "--rounds", "2"}, 2,
            "the state folder /dev/null/schiri cannot be used");
  CHECK(run_schiri({"tournament", "extend", "--db", fresh, "--rounds", "2", "--trust-commands"})
            .status == 0);
}

TEST_CASE_METHOD(Plan, "plan: built-in bots need no confirmation") {
  const std::string fresh = directory.file("fresh.db");
  must_run({"tournament", "run", "--db", fresh, "--game", "creeper", "--bot", "greedy", "--bot",
            "random"});
  CHECK(SQLite::Database(fresh)
            .execAndGet("SELECT config FROM event")
            .getString()
            .find("signature") == std::string::npos);
  const EnvironmentVariable other("XDG_STATE_HOME", stranger);
  CHECK(run_schiri({"tournament", "extend", "--db", fresh, "--rounds", "2"}).status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", fresh}).status == 0);
  CHECK_FALSE(fs::exists(stranger));
}

TEST_CASE_METHOD(Plan,
                 "plan: a plan cannot name files to write or read or tournaments to continue") {
  const std::string victim = directory.file("victim");
  change("UPDATE event SET config = json_set(config, '$.log', '" + victim + "', '$.live', '" +
         victim + "', '$.junit', '" + victim + "', '$.db', '" + victim + "')");
  resume();
  run_schiri({"tournament", "run", "--against", db, "--bot", "random name=new", "--db",
              directory.file("new.db")});
  CHECK_FALSE(fs::exists(victim));
}

TEST_CASE_METHOD(Plan, "plan: a terminal is asked and control characters of commands are hidden") {
  change("UPDATE event SET config = json_set(config, '$.bots[0].cmd', '" + command() +
         "' || char(27) || '[2K')");
  const EnvironmentVariable other("XDG_STATE_HOME", stranger);
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

TEST_CASE_METHOD(Plan, "plan: another user's tune starts no program and neither does its proof") {
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
  const EnvironmentVariable other("XDG_STATE_HOME", stranger);
  check_run({"tune", "--resume", "--db", tune}, 2, "--trust-commands");
  CHECK_FALSE(has_run());
  run_schiri({"tune", "--resume", "--db", tune, "--trust-commands"});
  CHECK(has_run());
}

TEST_CASE_METHOD(Plan,
                 "plan: shards and merged shards carry the signature of the submitting user") {
  fs::create_directory(directory.file("bin"));
  for (const auto& [tool, text] : {std::pair("sbatch", "echo 17"), std::pair("squeue", "true")}) {
    directory.write(std::string("bin/") + tool, std::string("#!/bin/sh\n") + text + "\n");
    fs::permissions(directory.file(std::string("bin/") + tool), fs::perms::owner_all);
  }
  const EnvironmentVariable path("PATH", directory.file("bin") + ":" + getenv("PATH"));
  const std::string folder = directory.file("cluster"), event = folder + "/event.json";
  must_run(Words{"tournament", "submit", "--shards", "2", "--dir", folder} + players());
  {
    // A node without the state folder of the user.
    const EnvironmentVariable node("XDG_STATE_HOME", "/dev/null");
    must_run({"tournament", "run", event, "--shard", "1/2", "--db", folder + "/shard-1.db",
              "--resume", "--threads", "1"});
    CHECK(has_run());
  }
  REQUIRE(run_schiri({"tournament", "collect", folder}).status == 1);
  const std::string collected = folder + "/event.db";
  CHECK(run_schiri({"tournament", "extend", "--db", collected, "--rounds", "2"}).status == 0);
  CHECK(has_run());
  CHECK(run_schiri({"tournament", "status", folder, "--requeue"}).status == 0);
  const EnvironmentVariable other("XDG_STATE_HOME", stranger);
  std::ofstream(folder + "/array.sh", std::ios::app) << "echo\n";
  const Run run = run_schiri({"tournament", "status", folder, "--requeue"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text("array.sh") && contains_text("--trust-commands"));
  CHECK(run_schiri({"tournament", "status", folder, "--requeue", "--trust-commands"}).status == 0);
}

}  // namespace plan_test
