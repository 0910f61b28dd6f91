#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>

#include "core/process/process.h"
#include "tests/catch.h"
#include "tests/linux.h"
#include "tests/sanitizers.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"
#include "tests/support/faulty_system.h"

namespace referee_test {

// Every misbehaviour that the referee must survive, by a real program, in single and parallel
// games.

struct Misbehaviour {
  const char* fault;
  const char* keys;         ///< options of the bot
  const char* watchdog;     ///< seconds
  const char* termination;  ///< of all its games
  const char* remark;       ///< a part of it; empty if no game was lost
};

// The watchdog is short for faults that only a timeout reveals, and long for the others, so that a
// slow machine does not trigger it.
const Misbehaviour misbehaviours[] = {
    {"never ready", "nodes=1", "5", "time forfeit", "within 5 s (readyok)"},
    {"never ready again", "nodes=1", "5", "time forfeit", "within 5 s (readyok)"},
    {"never answers", "nodes=1", "5", "time forfeit", "did not answer within 5 s"},
    {"never answers", "depth=1", "5", "time forfeit", "did not answer within 5 s"},
    {"never answers", "movetime=200 margin=10", "60", "time forfeit", "within 200 ms"},
    {"never answers", "tc=0.3+0.1", "60", "time forfeit",
     "ran out of time (0.3+0.1, margin 100 ms)"},
    {"answers late", "movetime=50 margin=10", "60", "time forfeit", "within 50 ms"},
    {"stops itself", "nodes=1", "5", "time forfeit", "did not answer within 5 s"},
    {"lies", "", "60", "illegal move", "answered \"A1+A1\""},
    {"shouts", "nodes=1", "5", "time forfeit", "; wrote BESTMOVE: words of UGI are lower case"},
    {"answers again late", "", "60", "illegal move", "did it answer twice?"},
    {"garbage", "", "60", "illegal move", "not a turn of the game"},
    {"no turn", "", "60", "illegal move", "answered \"\""},
    {"dies of a signal", "", "60", "crash", "was ended by signal 11"},
    {"is killed", "", "60", "crash", "was ended by signal 9"},
    {"dies in between", "", "60", "crash", "was ended by signal 11"},
    {"exits with 1", "", "60", "crash", "ended with status 1"},
    {"dies before its child", "", "60", "crash", "ended with status 1"},
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    {"eats memory", "memory=200 movetime=60000", "60", "crash", "was ended by signal 6"},
#endif
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(SCHIRI_POSIX)
    {"eats memory together", "memory=200 movetime=60000", "60", "crash", "used more memory"},
    {"eats shared memory", "memory=200 movetime=60000", "60", "crash", "used more memory"},
    {"eats System V memory", "memory=200 movetime=60000", "60", "crash", "used more memory"},
    {"shares memory", "memory=200 movetime=60000", "60", "max turns", ""},
#endif
#ifndef SCHIRI_POSIX
    {"uses processor", "cpu=1 movetime=60000", "60", "crash", "was ended by signal"},
    {"leaves children", "", "60", "max turns", ""},
    {"leaves many children", "", "60", "max turns", ""},
#endif
    {"exits with 0", "", "60", "disconnect", "ended with status 0"},
    {"exits after its answer", "", "60", "disconnect", "ended with status 0"},
    {"closes output", "", "60", "disconnect", "closed its output"},
    {"closes input", "", "60", "disconnect", "closed its input"},
    {"dies pondering", "ponder=yes", "60", "crash", "was ended by signal 11"},
    {"leaves pondering", "ponder=yes", "60", "disconnect", "ended with status 0"},
    {"never stops pondering", "ponder=yes", "5", "time forfeit", "(bestmove after stop)"},
    {"floods pondering", "ponder=yes", "60", "time forfeit", "answer"},
    {"answers pondering", "ponder=yes", "60", "max turns", ""},
    {"nothing", "ponder=yes", "60", "max turns", ""},
    {"nothing", "", "60", "max turns", ""},
    {"ignores quit", "", "60", "max turns", ""},
    {"sees a token", "", "60", "max turns", ""},
    {"needs a token", "env=SCHIRI_TEST_TOKEN,OTHER", "60", "max turns", ""},
    {"sends many reports", "movetime=60000", "60", "max turns", ""},
};

const Misbehaviour floods[] = {
    {"floods a line", "nodes=1", "60", "time forfeit", "a line that is too long"},
    {"floods lines", "nodes=1", "60", "time forfeit", "lines without an answer"},
    // Either limit may be reached first: 50 ms or a million lines.
    {"floods lines", "movetime=50", "60", "time forfeit", "answer"},
    {"floods errors", "", "60", "max turns", ""},
    {"floods ranks", "movetime=60000", "60", "max turns", ""},
    {"floods options", "", "60", "max turns", ""},
};

Run play(const std::string& db, const std::string& bot, const Words& more) {
  Words words = {"tournament", "run", "--game", "creeper", "--bot",       "random",
                 "--bot",      bot,   "--db",   db,        "--max-turns", "12"};
  words.insert(words.end(), more.begin(), more.end());
  return run_schiri(words);
}

/// Does each program get its own namespace of process ids?
bool separates_processes() {
  Process process({"sh -c 'echo $PPID'", "", {}});
  const auto reading =
      process.read_line(std::chrono::steady_clock::now() + std::chrono::hours(1), {});
  return reading.event == Process::Event::line && reading.line == "0";
}

std::vector<pid_t> children_of(pid_t process) {
  const std::string number = std::to_string(process);
  std::vector<pid_t> children;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + number + "/task")) {
    std::ifstream file(task.path() / "children");
    for (pid_t child = 0; file >> child;) children.push_back(child);
  }
  return children;
}

long most_memory_mib() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return usage.ru_maxrss / 1024;
}

/// The tournament ends correctly, and only the bot with the fault loses.
void check_referee(const Misbehaviour& fault) {
  CAPTURE(fault.fault, fault.keys);
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Variable token("SCHIRI_TEST_TOKEN", "secret");
  const Run run = play(db, scripted_bot(fault.fault, directory) + " name=villain " + fault.keys,
                       {"--watchdog", fault.watchdog, "-j", "2", "--rounds", "1"});
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(processes_marked(directory) == 0);

  const auto games = games_of(db);
  CHECK(games.size() == 2);
  const bool loses = *fault.remark != '\0';
  for (const Json& game : games) {
    CHECK(game.at("termination") == fault.termination);
    const bool is_white = game.at("white") == "villain";
    CHECK(game.at("result") == (!loses ? "1/2-1/2" : is_white ? "0-1" : "1-0"));
  }
  const auto failures = failures_of(db);
  CHECK(failures.size() == (loses ? games.size() : 0));
  for (const Failure& failure : failures) {
    CHECK(failure.player == "villain");
    CHECK_THAT(failure.remark, contains_text(fault.remark));
    CHECK_THAT(failure.standard_error, contains_text(std::string("this is ") + fault.fault));
    CHECK_THAT(failure.protocol, contains_text("> ugi\n") || contains_text("< info"));
  }
  if (loses) CHECK_THAT(run.err, contains_text(fault.termination) && contains_text(fault.remark));
  CHECK(run_schiri({"validate", "-"}, run_schiri({"db", "export", "--db", db}).out).status == 0);
}

TEST_CASE("referee: the tournament ends correctly whatever a bot does wrong") {
  check_referee(GENERATE(from_range(std::begin(misbehaviours), std::end(misbehaviours))));
}

TEST_CASE("referee: ignored second answers are counted in a note and in the log") {
  const TemporaryDirectory directory;
  const std::string log = directory.file("log");
  const auto fault = GENERATE(as<std::string>(), "answers twice at once", "nothing");
  const Run run = play(directory.file("a.db"), scripted_bot(fault, directory) + " name=villain",
                       {"--log", log, "-j", "1"});
  CAPTURE(fault, run.err);
  CHECK(run.status == 0);
  CHECK(failures_of(directory.file("a.db")).empty());
  // Of five answers in each game all but the last one.
  const std::uint64_t expected = fault == "nothing" ? 0 : 8;
  const std::string note =
      "note: villain answered 8 requests twice; the second answers were ignored";
  CHECK((run.err.find(note) != run.err.npos) == (expected > 0));
  for (const Json& line : json_lines(read_file(log))) {
    if (line.at("type") != "bot") continue;
    CHECK(line.at("second_answers") == (line.at("bot") == "villain" ? expected : 0));
  }
}

TEST_CASE("referee: the tournament ends correctly in bounded memory however much a bot writes") {
  check_referee(GENERATE(from_range(std::begin(floods), std::end(floods))));
  // The allocator of a sanitizer keeps some freed memory.
  const int most = with_address_sanitizer ? 250 + 256 : 250;
  CHECK(most_memory_mib() < most);
}

TEST_CASE("referee: a bot that cannot start stops the tournament before its first game") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const auto [bot, expected] = GENERATE_REF(table<std::string, std::string>({
      {"cmd=/no/such/program", "/no/such/program: No such file or directory"},
      {"cmd=/etc/passwd", "Permission denied"},
      {"cmd=ls dir=/no/such/directory", "its directory cannot be entered"},
      {"cmd=\"no-such-program | cat >&2; exit 5\"", "ended with status 5"},
      {scripted_bot("dies at start", directory), "ended with status 3 before it had answered"},
      {scripted_bot("silent", directory), "did not answer within 2 s (ugiok)"},
      {"cmd=\"cat > /dev/null; echo ugiok\"",
       "did not answer within 2 s (ugiok); the answer came when its input was closed: flush the "
       "output after each line"},
      {"cmd=\"sleep 2.3; echo ugiok; cat > /dev/null\"",
       "did not answer within 2 s (ugiok); --watchdog N waits longer"},
      {"cmd=\"sleep 3.7; echo ugiok\"",
       "did not answer within 2 s (ugiok); --watchdog N waits longer"},
      {scripted_bot("floods at start", directory), "a line that is too long"},
      {"cmd=\"/no/such/program --fast\"", "'it' could not be started: /no/such/program: No such"},
  }));
  const Run run = play(db, bot + " name=it", {"--watchdog", "2"});
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("bot 'it'") && contains_text(expected));
  if (bot.find("dies at start") != bot.npos) CHECK_THAT(run.err, contains_text("| this is dies"));
  CHECK_FALSE(std::filesystem::exists(db));
}

TEST_CASE("referee: a bot that is late after its handshake loses its games") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = play(db, scripted_bot("never ready", directory), {"--watchdog", "5"});
  CHECK(run.status == 0);
  CHECK_THAT(run.err, contains_text("its games are played all the same"));
  CHECK(games_of(db).size() == 2);
}

TEST_CASE("referee: more failures than allowed make the status 1") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const std::string bot = scripted_bot("exits with 1", directory);
  const Run allowed = play(db, bot, {"--max-failures", "2"});
  CHECK(allowed.status == 0);
  CHECK_THAT(allowed.err, !contains_text("--max-failures"));
  const Run resumed = run_schiri({"tournament", "resume", "--db", db, "--max-failures", "1"});
  CHECK(resumed.status == 1);
  CHECK_THAT(resumed.err, contains_text("2 games lost by failures, --max-failures allows 1; they "
                                        "are listed by: schiri tournament show --failures --db "));
}

TEST_CASE("referee: comments hold the evaluations of a bot") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  play(db, scripted_bot("nothing", directory), {});
  const std::string text = run_schiri({"db", "export", "--db", db, "--no-times"}).out;
  CHECK_THAT(text, contains_text("{+0.34/6}"));
}

TEST_CASE("referee: a bot with too many strikes is excluded and forfeits its remaining games") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const std::string bot = scripted_bot("lies", directory) + " name=villain";
  const bool as_key = GENERATE(false, true);
  Words more = {"-j", "1", "--rounds", "4"};
  if (!as_key) more.insert(more.end(), {"--strikes", "3"});
  play(db, bot + (as_key ? " strikes=3" : ""), more);
  std::size_t lost = 0, abandoned = 0;
  for (const Json& game : games_of(db)) {
    lost += game.at("termination") == "illegal move";
    abandoned += game.at("termination") == "abandoned";
    CHECK(game.at("result") == (game.at("white") == "villain" ? "0-1" : "1-0"));
  }
  CHECK(lost == 3);
  CHECK(abandoned == 5);
}

TEST_CASE("referee: exclusions do not depend on the number of parallel games") {
  const TemporaryDirectory directory;
  const auto played = [&](const std::string& threads) {
    const std::string db = directory.file("j" + threads + ".db");
    const Run run = run_schiri(
        {"tournament",  "run",
         "--game",      "creeper",
         "--bot",       "random",
         "--bot",       "random name=other",
         "--bot",       scripted_bot("dies of a signal", directory) + " name=mortal",
         "--bot",       scripted_bot("never answers", directory) + " name=mute tc=0.2 margin=0",
         "--strikes",   "3",
         "--rounds",    "5",
         "--max-turns", "40",
         "-j",          threads,
         "--db",        db});
    REQUIRE(run.status == 0);
    CHECK(verify(db).status == 0);
    return exported(db);
  };
  const std::string alone = played("1");
  CHECK_THAT(alone, contains_text("Termination \"abandoned\""));
  CHECK((played("2") == alone));
  CHECK((played("8") == alone));
}

TEST_CASE("referee: each player has its own time control in protocol and record") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = run_schiri(
      {"tournament", "run", "--game", "creeper", "--bot", "random name=strong tc=5/10+0.5", "--bot",
       scripted_bot("lies", directory) + " name=weak tc=2/1:00+2,30+1", "--db", db});
  REQUIRE(run.status == 0);
  const std::string records = exported(db);
  for (const char* tag : {"[WhiteTimeControl \"5/10+0.5\"]\n[BlackTimeControl \"2/60+2:30+1\"]",
                          "[WhiteTimeControl \"2/60+2:30+1\"]\n[BlackTimeControl \"5/10+0.5\"]"}) {
    CHECK_THAT(records, contains_text(tag));
  }
  const auto failures = failures_of(db);
  REQUIRE(failures.size() == 2);
  // Both colours occur, since the weaker bot plays White and Black.
  const std::string protocols = failures[0].protocol + failures[1].protocol;
  CHECK_THAT(protocols, contains_text("p2time 62000 p1inc 500 p2inc 2000"));
  CHECK_THAT(protocols,
             contains_text("go p1time 62000 p2time 10500 p1inc 2000 p2inc 500 movestogo 2"));
}

TEST_CASE("referee: built-in bots are held to their clocks") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  // No bot can move in zero time.
  const Run run =
      run_schiri({"tournament", "run", "--game", "more-or-less", "--bot",
                  "greedy tc=0.000000001 margin=0 name=late", "--bot", "random", "--db", db});
  CHECK(run.status == 0);
  for (const Json& game : games_of(db)) CHECK(game.at("termination") == "time forfeit");
  CHECK_THAT(run_schiri({"db", "export", "--db", db}).out,
             contains_text("TimeControl \"0.000000001\""));
}

TEST_CASE("referee: bots have no network if the system permits hiding it") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = play(db, scripted_bot("sees the network", directory), {});
  const bool noted = run.err.find("have network access") != std::string::npos;
  for (const Json& game : games_of(db)) {
    if (!noted) CHECK(game.at("termination") == "max turns");
  }
}

TEST_CASE("referee: Ctrl-C during the start of a program ends at once without leftovers") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  std::string villain;
  for (const char c : scripted_bot("silent", directory))
    villain += c == '"' ? "\\\"" : std::string{c};
  Process schiri({std::string(SCHIRI_PROGRAM) +
                      " tournament run --game creeper --bot random --watchdog 600 --db " + db +
                      " --bot \"" + villain + "\"",
                  "",
                  {}});
  const auto in = [](int milliseconds) {
    return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  };
  // The program, its supervisor and schiri.
  while (processes_marked(directory) < 3) REQUIRE_FALSE(schiri.exit_status(in(5)));
  REQUIRE(schiri.id());
  kill(*schiri.id(), SIGINT);
  const auto status = schiri.exit_status(in(300'000));
  REQUIRE(status);
  CHECK((WIFEXITED(*status) && WEXITSTATUS(*status) == 130));
  CHECK(processes_marked(directory) == 0);
  CHECK_FALSE(std::filesystem::exists(db));
}

TEST_CASE("referee: programs end even without a namespace of process ids") {
  if (is_omitted_without_linux()) return;
  if (cannot_preload()) return;
  const auto [fault, termination, remark] = GENERATE(table<std::string, std::string, std::string>({
      {"kills its supervisor", "crash", "killed its supervisor process"},
      {"leaves children", "max turns", ""},
      {"leaves many children", "max turns", ""},
  }));
  CAPTURE(fault);
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  Run run = {};
  {
    const FaultySystem system("child-unshare=1-1000000");
    run = play(db, scripted_bot(fault, directory) + " name=villain", {"-j", "2"});
    CHECK(system.strikes() > 0);
  }
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(processes_marked(directory) == 0);
  for (const Json& game : games_of(db)) CHECK(game.at("termination") == termination);
  for (const Failure& failure : failures_of(db)) {
    CHECK_THAT(failure.remark, contains_text(remark));
  }
}

TEST_CASE("referee: a bot that cannot see its supervisor can only end itself") {
  if (!separates_processes()) {
    WARN("not tested: this system has no namespaces of process ids");
    return;
  }
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = play(db, scripted_bot("kills its supervisor", directory) + " name=villain", {});
  CHECK(run.status == 0);
  CHECK(processes_marked(directory) == 0);
  const auto failures = failures_of(db);
  CHECK(failures.size() == 2);
  for (const Failure& failure : failures) {
    CHECK_THAT(failure.remark, contains_text("was ended by signal 9"));
  }
}

TEST_CASE("referee: a bot that kills supervisor and referee leaves no process") {
  if (!separates_processes()) {
    WARN("not tested: this system has no namespaces of process ids");
    return;
  }
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = run_program(
      SCHIRI_PROGRAM, {"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
                       scripted_bot("kills supervisor and referee", directory) + " name=villain",
                       "--db", db, "--max-turns", "12"});
  CHECK(run.status == 0);
  CHECK(all_gone(directory));
}

TEST_CASE("referee: if supervisor and referee are killed then all processes of a bot end") {
  if (!separates_processes()) {
    WARN("not tested: this system has no namespaces of process ids");
    return;
  }
  const TemporaryDirectory directory;
  std::string villain;
  for (const char c : scripted_bot("leaves children", directory))
    villain += c == '"' ? "\\\"" : std::string{c};
  Process schiri({std::string(SCHIRI_PROGRAM) +
                      " tournament run --game creeper --rounds 100000 --bot random --db " +
                      directory.file("a.db") + " --bot \"" + villain + "\"",
                  "",
                  {}});
  // The referee, the supervisor, the first process of the namespace, the program and three
  // children.
  const auto soon = [] { return std::chrono::steady_clock::now() + std::chrono::milliseconds(5); };
  while (processes_marked(directory) < 7) REQUIRE_FALSE(schiri.exit_status(soon()));
  const pid_t referee = schiri.id().value();
  for (const pid_t supervisor : children_of(referee)) kill(supervisor, SIGKILL);
  kill(referee, SIGKILL);
  // While the supervisor of the referee exists, it ends all others.
  CHECK(all_gone(directory));
}

}  // namespace referee_test
