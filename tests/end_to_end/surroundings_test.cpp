#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/child.h"
#include "tests/support/database.h"
#include "tests/support/faulty_system.h"

namespace surroundings_test {

// Failures of the system during a tournament: no player loses by them, finished games are kept, and
// the tournament can be resumed.

int count(const std::string& db, const std::string& what) {
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  return database.execAndGet("SELECT count(*) FROM " + what).getInt();
}

struct Fixture {
  TemporaryDirectory directory;
  std::string db = directory.file("a.db");
  std::string whole = directory.file("whole.db");
  // The bot's turns depend only on the position, not on earlier games.
  Words command(const std::string& database, const Words& more = {},
                const std::string& threads = "1", const std::string& rounds = "4") const {
    return Words{"tournament",
                 "run",
                 "--game",
                 "creeper",
                 "--bot",
                 "random",
                 "--bot",
                 scripted_bot("plays the first turn", directory) + " name=program tc=60+1",
                 "--rounds",
                 rounds,
                 "--max-turns",
                 "30",
                 "-j",
                 threads,
                 "--db",
                 database} +
           more;
  }
  const std::string& undisturbed() {
    if (text_.empty()) {
      must_run(command(whole));
      text_ = exported(whole);
    }
    return text_;
  }
  Run resume(const std::string& database) const {
    return run_schiri({"tournament", "resume", "--db", database, "-j", "1", "--trust-commands"});
  }

 private:
  std::string text_;
};

TEST_CASE_METHOD(Fixture, "surroundings: temporary failures of the system make games void") {
  if (cannot_preload()) return;
  const auto [faults, reason] = GENERATE(table<std::string, std::string>({
      {"fork=2-3", "cannot create a process: Resource temporarily unavailable"},
      {"pipe=6-7", "cannot create a pipe: Too many open files"},
  }));
  CAPTURE(faults);
  const std::string log = directory.file("log");
  Run run;
  {
    const FaultySystem system(faults);
    run = run_schiri(command(db, {"--log", log}));
  }
  INFO(run.err);
  CHECK(count(db, "void_games WHERE number = 1") == 2);
  CHECK(count(db, "void_games WHERE reason = '" + reason + "'") == 2);
  CHECK(count(db, "void_games WHERE record LIKE '%[Termination \"void\"]%'") == 2);
  CHECK_THAT(read_file(log), contains_text("game 1 is void: " + reason));
  CHECK(run.status == 0);
  CHECK((exported(db) == undisturbed()));
  CHECK(verify(db).status == 0);
  CHECK(count(db, "failure") == 0);
}

TEST_CASE_METHOD(Fixture, "surroundings: too many void games in a row halt the tournament") {
  if (cannot_preload()) return;
  const auto [faults, reason] = GENERATE(table<std::string, std::string>({
      {"fork=2-99", "cannot create a process: Resource temporarily unavailable"},
      {"child-fork=1-1", "Resource temporarily unavailable"},
  }));
  CAPTURE(faults);
  const bool in_child = faults.starts_with("child");
  {
    const FaultySystem system(faults);
    const Run run = run_schiri(command(db));
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text(reason));
    if (in_child) {
      // The check of each program already fails.
      CHECK_FALSE(std::filesystem::exists(db));
      return;
    }
    CHECK_THAT(run.err, contains_text("5 games in a row were void") &&
                            contains_text("tournament resume --db"));
  }
  CHECK(count(db, "void_game") == 5);
  CHECK(count(db, "game") == 0);
  CHECK(resume(db).status == 0);
  CHECK((exported(db) == undisturbed()));
}

TEST_CASE_METHOD(
    Fixture,
    "surroundings: in parallel play a void game does not affect the others and is replayed") {
  if (cannot_preload()) return;
  {
    const FaultySystem system("fork=3-4");
    CHECK(run_schiri(command(db, {}, "4")).status == 0);
  }
  CHECK(count(db, "void_game") == 2);
  CHECK((exported(db) == undisturbed()));
}

TEST_CASE_METHOD(Fixture, "surroundings: a jumping wall clock affects only dates") {
  if (cannot_preload()) return;
  const std::string log = directory.file("log");
  {
    const FaultySystem system;
    const Variable clock("SCHIRI_TEST_CLOCK", "1");
    CHECK(run_schiri(command(db, {"--log", log})).status == 0);
  }
  CHECK((exported(db) == undisturbed()));
  CHECK(verify(db).status == 0);
  std::set<std::string> days;
  std::istringstream lines(read_file(log));
  for (std::string line; std::getline(lines, line);) {
    days.insert(Json::parse(line).at("time").get<std::string>().substr(0, 4));
  }
  CHECK(days.size() > 1);
  CHECK(run_schiri({"ratings", "--db", db, "--method", "glicko2"}).status == 0);
}

TEST_CASE_METHOD(Fixture,
                 "surroundings: a failing disk halts the tournament without loss of games") {
  if (cannot_preload()) return;
  // Faults in a write of the log, in a checkpoint and in a sync.
  const std::string fault = GENERATE("pwrite64=300-1000000", "pwrite64=1500-1000000",
                                     "pwrite64=700-700", "fdatasync=60-60", "fdatasync=90-1000000");
  CAPTURE(fault);
  {
    const FaultySystem system(fault);
    const Run run = run_schiri(command(db, {"--durable"}, "1", "200"));
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text(db + ": ") && contains_text("tournament resume --db"));
  }
  const int kept = count(db, "game");
  CHECK(kept > 0);
  CHECK(kept < 400);
  CHECK(verify(db).status == 0);
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
  CHECK(resume(db).status == 0);
  must_run(command(whole, {}, "1", "200"));
  CHECK((exported(db) == exported(whole)));
}

TEST_CASE_METHOD(Fixture, "surroundings: --durable syncs every game") {
  if (cannot_preload()) return;
  const auto syncs = [&](const Words& more) {
    const std::string log = directory.file("syncs"), database = directory.file("s.db");
    std::filesystem::remove(log);
    std::filesystem::remove(database);
    {
      const FaultySystem system;
      const Variable note("SCHIRI_TEST_SYNCS", log);
      Words words = {"tournament", "run", "--game", "creeper", "--bot",  "random",   "--bot",
                     "greedy",     "-j",  "1",      "--db",    database, "--rounds", "50"};
      words = words + more;
      must_run(words);
    }
    return read_file(log).size();
  };
  const auto usual = syncs({}), durable = syncs({"--durable"});
  CHECK(usual < 50);
  CHECK(durable >= usual + 95);
}

TEST_CASE_METHOD(Fixture, "surroundings: a full disk halts the tournament without loss of games") {
  const std::string full = directory.file("full.db");
  undisturbed();
  {
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    // Space for the schema and some games.
    const rlimit limit{std::filesystem::file_size(whole) + 60'000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    const Run run = run_schiri(command(full, {}, "1", "200"));
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("full.db: ") && contains_text("tournament resume --db"));
  }
  const int kept = count(full, "game");
  CHECK(kept > 0);
  CHECK(kept < 400);
  CHECK(verify(full).status == 0);
  CHECK(resume(full).status == 0);
  const std::string longer = directory.file("longer.db");
  must_run(command(longer, {}, "1", "200"));
  CHECK((exported(full) == exported(longer)));
}

TEST_CASE_METHOD(Fixture, "surroundings: salvage recovers data from a failing disk") {
  if (cannot_preload()) return;
  undisturbed();
  const std::string saved = directory.file("saved.db");
  const Words words = {"db", "salvage", "--db", whole, "-o", saved, "--format", "json"};
  const Run undamaged = run_schiri(words);
  CHECK(undamaged.status == 0);
  const Json all = Json::parse(undamaged.out);
  int lost = 0;
  for (int page = 2; page < 60; page += 3) {
    CAPTURE(page);
    std::filesystem::remove(saved);
    const std::string place = std::to_string(page);
    const Run run = [&] {
      const FaultySystem system("pread=" + place + "-" + place);
      return run_schiri(words);
    }();
    REQUIRE(run.status <= 1);
    if (run.status == 0) continue;
    ++lost;
    const Json some = Json::parse(run.out);
    CHECK(some["bad_pages"].get<int>() > 0);
    CHECK(some["games"].get<int>() <= all["games"].get<int>());
    const Run check = run_schiri({"db", "check", "--db", saved});
    CAPTURE(check.out);
    // Players whose names are lost are not those of their tournament's plan.
    const bool names_lost = some["lost_players"].get<int>() > 0;
    CHECK(check.status == (names_lost ? 1 : 0));
    if (names_lost) CHECK_THAT(check.out, contains_text("plan 1: event"));
  }
  CHECK(lost > 5);
}

TEST_CASE_METHOD(
    Fixture, "surroundings: a finished tournament is one file and readable in a read-only folder") {
  undisturbed();
  const std::string folder = directory.file("folder"), copy = folder + "/e.db";
  std::filesystem::create_directory(folder);
  std::filesystem::copy_file(whole, copy);
  for (const char* left : {"-wal", "-shm", "-journal", "-event-1.lock"}) {
    CHECK_FALSE(std::filesystem::exists(whole + left));
  }
  chmod(directory.file("").c_str(), 0755);
  chmod(copy.c_str(), 0444);
  chmod(folder.c_str(), 0555);
  const auto as_other_user = [](const Words& words) {
    return geteuid() == 0 ? run_program("setpriv", Words{"--reuid=65534", "--regid=65534",
                                                         "--clear-groups", SCHIRI_PROGRAM} +
                                                       words)
                          : run_schiri(words);
  };
  if (as_other_user({"--version"}).status != 0) return;  // the folder is inaccessible
  const Run listed = as_other_user({"db", "export", "--db", copy, "--no-times"});
  CHECK(listed.status == 0);
  CHECK((listed.out == undisturbed()));
  for (const Words& words :
       {Words{"ratings", "--db", copy}, Words{"table", "--db", copy},
        Words{"tournament", "verify", "--db", copy}, Words{"db", "check", "--db", copy},
        Words{"db", "query", "games", "--db", copy}}) {
    CHECK(as_other_user(words).status == 0);
  }
  const Run refused = as_other_user({"tournament", "resume", "--db", copy});
  CHECK(refused.status == 3);
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  chmod(folder.c_str(), 0755);
}

/// Runs the program in a shell after setting limits.
Run run_limited(const std::string& limits, const Words& words) {
  return run_program("/bin/bash",
                     Words{"-c", limits + "; exec \"$@\"", "-", SCHIRI_PROGRAM} + words);
}

TEST_CASE_METHOD(Fixture, "surroundings: more parallel games than open files permit are refused") {
  const std::string limits = GENERATE("ulimit -n 90", "ulimit -n 120; ulimit -Sn 30");
  const Run refused = run_limited(limits, command(db, {}, "32", "40"));
  CHECK(refused.status == 3);
  CHECK_THAT(refused.err, contains_text("32 games at once with 1 program may need ") &&
                              contains_text(" open files, and the system allows ") &&
                              contains_text(" would fit"));
  CHECK_FALSE(std::filesystem::exists(db));
  const auto from = refused.err.find("-j ") + 3;
  const int fits = std::stoi(refused.err.substr(from));
  REQUIRE(fits > 0);
  CHECK(run_limited(limits, command(db, {}, std::to_string(fits + 1), "40")).status == 3);
  const Run run = run_limited(limits, command(db, {}, std::to_string(fits), "40"));
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(count(db, "game") == 80);
  CHECK(count(db, "void_game") == 0);
  CHECK(count(db, "failure") == 0);
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
  CHECK(verify(db).status == 0);
}

TEST_CASE_METHOD(Fixture, "surroundings: raised limits of schiri do not apply to bots") {
  const std::string seen = directory.file("seen");
  const std::string bot = scripted_bot("nothing", directory);
  const auto begin = bot.find('"') + 1;
  const std::string program = bot.substr(begin, bot.rfind('"') - begin);
  const Run run = run_limited("ulimit -Sn 64",
                              {"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
                               "name=it cmd=\"ulimit -Sn > " + seen + "; exec " + program + "\"",
                               "--max-turns", "10", "--rounds", "20", "-j", "16", "--db", db});
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(read_file(seen) == "64\n");
  CHECK(count(db, "failure") == 0);
}

TEST_CASE_METHOD(Fixture,
                 "surroundings: without standard streams nothing is printed into the database") {
  const Run run = run_limited("exec 0<&- 1>&- 2>&-", command(db));
  CHECK(run.status == 3);  // the result could not be printed
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
  CHECK((exported(db) == undisturbed()));
}

TEST_CASE_METHOD(Fixture, "surroundings: with fewer threads than requested all games are played") {
  if (cannot_preload()) return;
  const FaultySystem system("pthread_create=4-1000000");
  const Run run = run_schiri({"tournament", "run", "--game", "creeper", "--bot", "greedy", "--bot",
                              "random", "-j", "200", "--rounds", "200", "--db", db});
  INFO(run.err);
  CHECK_THAT(run.err, contains_text(" of 200 threads"));
  CHECK(run.status == 0);
  CHECK(count(db, "game") == 400);
  CHECK(run_schiri({"db", "check", "--db", db, "-j", "200"}).status == 0);
}

/// Stops the program three times while it plays.
void play_stopped(const Words& words, const std::string& errors, std::chrono::milliseconds stop) {
  using namespace std::chrono_literals;
  Child child(words, errors);
  for (int i = 0; i < 3 && !child.ended(); ++i) {
    std::this_thread::sleep_for(310ms);
    child.send(SIGSTOP);
    std::this_thread::sleep_for(stop);
    child.send(SIGCONT);
  }
  while (!child.ended()) std::this_thread::sleep_for(10ms);
  CHECK(child.status() == 0);
}

TEST_CASE_METHOD(Fixture, "surroundings: a stopped referee blames no bot") {
  // schiri is stopped for longer than the bot's time or its margin.
  const auto [bot, stop] = GENERATE_REF(table<std::string, int>({
      {scripted_bot("takes its time", directory), 1300},
      {scripted_bot("takes its time", directory) + " movetime=400", 800},
      {scripted_bot("takes its time", directory) + " tc=0.8+0.4 margin=100", 800},
      {"mcts movetime=60", 800},
  }));
  CAPTURE(bot);
  play_stopped({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
                bot + " name=it", "--max-turns", "30", "-j", "1", "--db", db, "--rounds", "2"},
               directory.file("err"), std::chrono::milliseconds(stop));
  CHECK(count(db, "game WHERE termination = 'time forfeit'") == 0);
  CHECK(count(db, "game") == 4);
  CHECK(verify(db).status == 0);
}

TEST_CASE_METHOD(Fixture, "surroundings: a late bot loses on time even if the referee is stopped") {
  play_stopped({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
                scripted_bot("answers late", directory) + " movetime=50 margin=10 name=it", "-j",
                "1", "--db", db, "--rounds", "3"},
               directory.file("err"), std::chrono::milliseconds(250));
  CHECK(count(db, "game WHERE termination = 'time forfeit'") == 6);
}

}  // namespace surroundings_test
