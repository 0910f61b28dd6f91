#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/catch.h"
#include "tests/sanitizers.h"
#include "tests/support/bots.h"
#include "tests/support/child.h"
#include "tests/support/database.h"
#include "tests/support/faulty_system.h"

namespace interruption_test {

// Each test stops a real process during play. The process writes its log into a pipe that the test
// reads. If the test stops reading, the pipe fills up and the process waits. Thus a process can be
// stopped after a known number of games and never finishes before.

constexpr int rounds = 400;
constexpr int games = rounds * 6;

/// Reads the log until this many games have ended.
void await_games(Pipe& log, Child& child, int wanted) {
  int ended = 0;
  std::string rest;
  while (ended < wanted) {
    REQUIRE_FALSE(child.ended());
    rest += log.read_some();
    for (std::size_t end; ended < wanted && (end = rest.find('\n')) != rest.npos;) {
      ended += rest.substr(0, end).find("\"type\":\"end\"") != std::string::npos;
      rest.erase(0, end + 1);
    }
  }
}

/// Plays until this many games have ended, and then sends a signal. Returns the status.
int play_until(const TemporaryDirectory& directory, const Words& command, int wanted, int signal) {
  std::filesystem::remove(directory.file("log"));
  ::Pipe log(directory.file("log"));
  Child child(command + Words{"--log", log.path()}, directory.file("err"));
  await_games(log, child, wanted);
  child.send(signal);
  while (!child.ended()) log.read_some();
  return child.status();
}

Words run_command(const std::string& db) {
  return words_of("tournament run --game creeper --bot random --bot greedy --max-turns 30 -j 2") +
         Words{"--bot", "random name=third", "--rounds", std::to_string(rounds), "--db", db};
}

Words resume_command(const std::string& db) {
  return {"tournament", "resume", "--db", db, "-j", "2"};
}

int stored(const std::string& db) {
  const std::string list = run_schiri({"db", "query", "games", "--db", db, "--format", "csv"}).out;
  return static_cast<int>(std::count(list.begin(), list.end(), '\n')) - 1;
}

int stored_or_none(const std::string& db) { return std::filesystem::exists(db) ? stored(db) : 0; }

const std::string& uninterrupted() {
  static const std::string text = [] {
    const TemporaryDirectory directory;
    REQUIRE(run_schiri(run_command(directory.file("whole.db"))).status == 0);
    return exported(directory.file("whole.db"));
  }();
  return text;
}

TEST_CASE(
    "interruption: a process killed at any time loses no finished game and plays none twice") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  int killed_after = 0;
  for (const int more : {1, 2, 40, 300, 700}) {
    const Words command = killed_after == 0 ? run_command(db) : resume_command(db);
    CHECK(play_until(directory, command, more, SIGKILL) == 128 + SIGKILL);
    CHECK(stored(db) >= killed_after + more);
    CHECK(stored(db) < games);
    killed_after = stored(db);
  }
  CHECK(run_schiri(resume_command(db)).status == 0);
  CHECK(stored(db) == games);
  CHECK((exported(db) == uninterrupted()));
}

TEST_CASE("interruption: a signal at any moment of the start ends the tournament") {
  const auto [name, signal] = GENERATE(
      table<const char*, int>({{"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGHUP", SIGHUP}}));
  for (int moment = 0; moment < 160; moment += 9) {
    CAPTURE(name, moment);
    const TemporaryDirectory directory;
    const std::string db = directory.file("a.db");
    ::Pipe log(directory.file("log"));
    // The program is tried before the first game, under the same guard.
    Child child(
        run_command(db) + Words{"--bot", scripted_bot("nothing", directory), "--log", log.path()},
        directory.file("err"));
    std::this_thread::sleep_for(std::chrono::milliseconds(moment));
    child.send(signal);
    while (!child.ended()) log.read_some();
    // Before the guard the signal itself ends the process.
    CHECK((child.status() == 130 || child.status() == 128 + signal));
    CHECK(stored_or_none(db) < games);
    for (const auto& left : std::filesystem::directory_iterator(directory.file(""))) {
      const std::string file = left.path().filename().string();
      CHECK(file.find("-journal") == file.npos);
      CHECK(file.find("-wal") == file.npos);
    }
    if (std::filesystem::exists(db)) {
      CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
      CHECK_THAT(read_file(directory.file("err")), contains_text("tournament resume --db"));
    }
  }
}

TEST_CASE("interruption: Ctrl-C saves finished games and prints how to resume") {
  const int signal = GENERATE(SIGINT, SIGTERM);
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  CHECK(play_until(directory, run_command(db), 25, signal) == 130);
  const int kept = stored(db);
  CHECK(kept >= 25);
  CHECK(kept < games);
  CHECK_THAT(read_file(directory.file("err")),
             contains_text(std::to_string(kept) + " of " + std::to_string(games)) &&
                 contains_text("tournament resume --db"));
  CHECK_FALSE(std::filesystem::exists(db + "-wal"));
  CHECK(run_schiri(resume_command(db)).status == 0);
  CHECK((exported(db) == uninterrupted()));
}

TEST_CASE("interruption: the first Ctrl-C waits for the games in progress, the second does not") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  // On one thread the first game never ends; the next one does not begin.
  Child child({"tournament", "run", "--game", "creeper", "--bot",
               scripted_bot("never answers", directory) + " name=mute nodes=1", "--bot", "random",
               "--opening-turns", "0", "-j", "1", "--watchdog", "600", "--db", db, "--log",
               directory.file("log")},
              directory.file("err"));
  const auto await = [&](const char* file, const char* text) {
    while (!std::filesystem::exists(directory.file(file)) ||
           read_file(directory.file(file)).find(text) == std::string::npos) {
      REQUIRE_FALSE(child.ended());
    }
  };
  await("log", "\"start\"");
  child.send(SIGINT);
  await("err", "no further game begins, 1 game is played to the end; Ctrl-C again stops at once");
  child.send(SIGINT);
  while (!child.ended()) {
  }
  CHECK(child.status() == 130);
  CHECK_THAT(read_file(directory.file("err")), contains_text("0 of 2 games are stored"));
  CHECK(all_gone(directory));
}

TEST_CASE("interruption: a second process is refused and readers are not") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  ::Pipe log(directory.file("log"));
  Words command = run_command(db);
  command.insert(command.end(), {"--log", log.path()});
  Child child(command, directory.file("err"));
  await_games(log, child, 5);
  const Run second = run_schiri(resume_command(db));
  CHECK(second.status == 3);
  CHECK_THAT(second.err, contains_text("another process is playing"));
  CHECK(run_schiri(run_command(db)).status == 2);
  CHECK(stored(db) >= 5);
  child.send(SIGINT);
  while (!child.ended()) log.read_some();
  CHECK(child.status() == 130);
  CHECK(run_schiri(resume_command(db)).status == 0);
  CHECK((exported(db) == uninterrupted()));
}

TEST_CASE("interruption: a stop rule ends an interrupted tournament with the same game") {
  const Words rule = GENERATE(
      values<Words>({{"--bot", "random", "--bot", "random name=x", "--sprt", "elo0=-10,elo1=10"},
                     {"--bot", "random", "--bot", "random name=y", "--bot", "random name=x",
                      "--until-error", "18"}}));
  const TemporaryDirectory directory;
  const auto command = [&](const std::string& db, const std::string& threads) {
    Words words = {"tournament", "run", "--game", "creeper", "--db", db, "-j", threads};
    words.insert(words.end(), rule.begin(), rule.end());
    return words;
  };
  const std::string whole = directory.file("whole.db"), db = directory.file("a.db");
  REQUIRE(run_schiri(command(whole, "1")).status == 0);
  const int all = stored(whole);
  REQUIRE(all > 300);
  for (const int part : {all / 4, all / 4, all / 4}) {
    play_until(directory, stored_or_none(db) == 0 ? command(db, "8") : resume_command(db), part,
               SIGKILL);
  }
  CHECK(verify(db).status == 0);
  REQUIRE(run_schiri(resume_command(db)).status == 0);
  CHECK(stored(db) == all);
  CHECK((exported(db) == exported(whole)));
  for (const std::string& path : {whole, db}) {
    CHECK(verify(path).status == 0);
    CHECK_THAT(run_schiri(resume_command(path)).err, contains_text("0 games played"));
  }
}

TEST_CASE("interruption: every system resumes to the same result") {
  const Words system = GENERATE(values<Words>({{"--system", "gauntlet", "--rounds", "200"},
                                               {"--system", "swiss", "--rounds", "300"},
                                               {"--system", "knockout", "--pairs", "200"},
                                               {"--balanced", "--rounds", "60"},
                                               {"--single", "--rounds", "300"}}));
  const TemporaryDirectory directory;
  const auto command = [&](const std::string& db) {
    return words_of("tournament run --game creeper --bot random --bot greedy --max-turns 30 -j 2") +
           Words{"--bot", "random name=third", "--db", db} + system;
  };
  REQUIRE(run_schiri(command(directory.file("whole.db"))).status == 0);
  const std::string db = directory.file("a.db");
  play_until(directory, command(db), 77, SIGKILL);
  CHECK(stored(db) < stored(directory.file("whole.db")));
  CHECK(verify(db).status == 0);
  REQUIRE(run_schiri(resume_command(db)).status == 0);
  CHECK(verify(db).status == 0);
  CHECK((exported(db) == exported(directory.file("whole.db"))));
}

/// Does the database have a log of SQLite's, as after its process was killed?
bool has_hot_log(const std::string& db) {
  return std::filesystem::exists(db + "-wal") && std::filesystem::file_size(db + "-wal") > 0;
}

struct ScratchFixture {
  TemporaryDirectory directory;
  std::string db = directory.file("a.db");
  std::string scratch = [this] {
    std::filesystem::create_directory(directory.file("scratch"));
    return directory.file("scratch");
  }();

  Words in_scratch() const { return run_command(db) + Words{"--resume", "--scratch", scratch}; }
};

TEST_CASE_METHOD(ScratchFixture,
                 "interruption: the log of a killed process is recovered in a scratch folder") {
  play_until(directory, run_command(db), 40, SIGKILL);
  REQUIRE(has_hot_log(db));
  const int kept = stored(db);
  REQUIRE(kept >= 40);
  const Run run = run_schiri(in_scratch());
  CHECK(run.status == 0);
  CHECK_FALSE(std::filesystem::exists(db + "-wal"));
  CHECK(std::filesystem::is_empty(scratch));
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
  CHECK((exported(db) == uninterrupted()));
}

TEST_CASE_METHOD(
    ScratchFixture,
    "interruption: a database that is open elsewhere is not replaced and played games are kept") {
  SECTION("open before") {
    ::Pipe log(directory.file("log"));
    Child child(run_command(db) + Words{"--log", log.path()}, directory.file("err"));
    await_games(log, child, 5);
    const Run second = run_schiri(in_scratch());
    CHECK(second.status == 3);
    CHECK_THAT(second.err, contains_text("is open in another program"));
    child.send(SIGINT);
    while (!child.ended()) log.read_some();
    CHECK(run_schiri(resume_command(db)).status == 0);
  }
  SECTION("opened during play") {
    REQUIRE(run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
                        "greedy", "--bot", "random name=third", "--db", db})
                .status == 0);
    // The log appears when the first program starts, after the copy was made.
    directory.write("bot.sh", "#!/bin/sh\necho x > '" + db +
                                  "-wal'\nexec " SCHIRI_PROGRAM " ugi creeper --bot random\n");
    const Run run = run_schiri({"tournament", "run", "--game", "creeper", "--bot",
                                "cmd=\"sh " + directory.file("bot.sh") + "\" name=a", "--bot",
                                "random", "--event", "other", "--db", db, "--scratch", scratch});
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("is open in another program") &&
                            contains_text("schiri db merge --db"));
    std::filesystem::remove(db + "-wal");
    CHECK(stored(db) == 6);
    for (const auto& file : std::filesystem::directory_iterator(directory.file(""))) {
      const std::string path = file.path().string();
      if (path.find(".kept-") == path.npos) continue;
      CHECK(run_schiri({"db", "merge", "--db", db, path}).status == 0);
    }
    CHECK(stored(db) == 8);
  }
  CHECK(std::filesystem::is_empty(scratch));
}

TEST_CASE_METHOD(ScratchFixture, "interruption: games of a deleted database cannot be resumed") {
  // The database is there when the program starts for its first game, not when it is tried.
  directory.write("bot.sh", "#!/bin/sh\n[ ! -e '" + db + "' ] || mv '" + db + "' '" + db +
                                ".old'\nexec " SCHIRI_PROGRAM " ugi creeper --bot random\n");
  const Run run = run_schiri({"tournament", "run", "--game", "creeper", "--bot",
                              "cmd=\"sh " + directory.file("bot.sh") + "\" name=a", "--bot",
                              "random", "--db", db});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("was deleted or moved while it was in use") &&
                          contains_text("the games in it are gone") && !contains_text("resume"));
}

TEST_CASE_METHOD(ScratchFixture, "interruption: no signal leaves a scratch folder") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  if (std::signal(SIGHUP, SIG_DFL) == SIG_IGN) return;  // schiri ignores it too
  // A signal before the first game, a signal during play, and two signals.
  const int after = GENERATE(0, 1, 30);
  const int times = GENERATE(1, 2);
  ::Pipe log(directory.file("log"));
  Child child(in_scratch() + Words{"--log", log.path()}, directory.file("err"));
  if (after == 0) {
    while (std::filesystem::is_empty(scratch)) REQUIRE_FALSE(child.ended());
  }
  await_games(log, child, after);
  for (int i = 0; i < times; ++i) child.send(signal);
  while (!child.ended()) log.read_some();
  CHECK(child.status() == 130);
  CHECK(std::filesystem::is_empty(scratch));
  CHECK(stored_or_none(db) >= after);
  if (after > 0) CHECK(verify(db).status == 0);
}

TEST_CASE_METHOD(ScratchFixture,
                 "interruption: a third interrupt kills at once and names the lost games") {
  // A bot that never answers and ignores requests to end.
  directory.write("bot.sh", "#!/bin/sh\ntrap '' TERM INT\ntouch '" + directory.file("begun") +
                                "'\nwhile :; do read -r line; done\n");
  Child child({"tournament", "run", "--game", "creeper", "--bot",
               "cmd=\"sh " + directory.file("bot.sh") + "\" name=a", "--bot", "random", "--db", db,
               "--scratch", scratch, "--watchdog", "600"},
              directory.file("err"));
  while (!std::filesystem::exists(directory.file("begun"))) REQUIRE_FALSE(child.ended());
  for (int i = 0; i < 3; ++i) child.send(SIGINT);
  while (!child.ended()) {
  }
  CHECK(child.status() == 130);
  // Pending signals of one kind merge, so the process may have ended normally.
  CHECK_THAT(
      read_file(directory.file("err")),
      (contains_text("once more stops it at once") && contains_text("in a folder schiri-")) ||
          contains_text("interrupted before the first game"));
}

TEST_CASE("interruption: a missing game of a tournament whose rounds depend on results") {
  const std::string system = GENERATE("swiss", "knockout");
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Words command = {"tournament", "run",           "--game", "creeper",
                         "--system",   system,          "--bot",  "random",
                         "--bot",      "greedy",        "--bot",  "random name=c",
                         "--bot",      "random name=d", "--db",   db};
  REQUIRE(run_schiri(command).status == 0);
  const std::string whole = exported(db);
  const int number = GENERATE(1, 4);
  {
    SQLite::Database database(db, SQLite::OPEN_READWRITE);
    const std::string where = "(SELECT id FROM game WHERE number = " + std::to_string(number) + ")";
    database.exec("DELETE FROM movetext WHERE game_id IN " + where);
    database.exec("DELETE FROM game WHERE id IN " + where);
  }
  SECTION("is reported") {
    const Run show = run_schiri({"tournament", "show", "--db", db});
    CHECK(show.status == 1);
    CHECK_THAT(show.err, contains_text("missing one is game " + std::to_string(number)));
    CHECK(run_schiri({"tournament", "show", "--db", db, "--format", "json"}).status == 1);
    CHECK(verify(db).status == 1);
    const Run extend = run_schiri({"tournament", "extend", "--db", db, "--rounds", "9"});
    CHECK(extend.status == 3);
    CHECK_THAT(extend.err, !contains_text("vector"));
  }
  SECTION("is played and the tournament continues") {
    CHECK(run_schiri(resume_command(db)).status == 0);
    CHECK((exported(db) == whole));
    CHECK(verify(db).status == 0);
  }
  SECTION("contradicts later rounds") {
    {
      SQLite::Database database(db, SQLite::OPEN_READWRITE);
      database.exec("UPDATE game SET white_id = black_id, black_id = white_id WHERE number > 4");
    }
    const Run run = run_schiri(resume_command(db));
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("is stored as") && contains_text("tournament verify"));
  }
}

TEST_CASE(
    "interruption: a database that was being made when the program was killed is begun anew") {
  if (is_omitted_as_preloading()) return;
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Words command = {"tournament", "run",    "--game",   "creeper", "--bot", "random",
                         "--bot",      "greedy", "--rounds", "1",       "--db",  db};
  bool was_begun = false;
  for (int write = 1; write <= 16; ++write) {
    std::filesystem::remove(db);
    std::filesystem::remove(db + "-journal");
    const std::string at = std::to_string(write);
    CAPTURE(write);
    {
      const FaultySystem faulty("file-write=" + at + '-' + at + ":SIGKILL");
      CHECK(run_schiri(command).status == 128 + SIGKILL);
    }
    was_begun |= std::filesystem::exists(db + "-journal");
    const Run again = run_schiri(write % 2 == 0 ? command : command + Words{"--resume"});
    INFO(again.err);
    CHECK(again.status == 0);
    CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
  }
  CHECK(was_begun);
}

}  // namespace interruption_test
