#include <SQLiteCpp/SQLiteCpp.h>

#include <csignal>

#include "core/base/random.h"
#include "tests/catch.h"
#include "tests/sanitizers.h"
#include "tests/support/bots.h"
#include "tests/support/child.h"
#include "tests/support/database.h"
#include "tests/support/faulty_system.h"

namespace long_run_test {

// Errors that appear only after many games and failures.

using namespace std::chrono_literals;

Words resume_command(const std::string& db) {
  return {"tournament", "resume", "--db", db, "-j", "2", "--trust-commands"};
}

/// The numbers of the stored games; each occurs once.
std::set<std::uint64_t> stored_numbers(const std::string& db) {
  std::set<std::uint64_t> numbers;
  if (!std::filesystem::exists(db)) return numbers;
  SQLite::Database database(db, SQLite::OPEN_READWRITE, 10'000);
  if (!database.tableExists("game")) return numbers;
  SQLite::Statement row(database, "SELECT number FROM game");
  while (row.executeStep()) {
    CHECK(numbers.insert(static_cast<std::uint64_t>(row.getColumn(0).getInt64())).second);
  }
  return numbers;
}

std::int64_t stored_games(const std::string& db) {
  if (!std::filesystem::exists(db)) return 0;
  SQLite::Database database(db, SQLite::OPEN_READONLY, 10'000);
  if (!database.tableExists("game")) return 0;
  return database.execAndGet("SELECT max(rowid) FROM game").getInt64();
}

/// Does the database have no errors?
bool is_sound(const std::string& db) {
  SQLite::Database database(db, SQLite::OPEN_READWRITE, 10'000);
  return database.execAndGet("PRAGMA integrity_check").getString() == "ok";
}

/// The resident memory of a process in KiB; 0 if it has ended.
std::int64_t memory_of(const Child& child) {
  std::ifstream file("/proc/" + std::to_string(child.id()) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6));
  }
  return 0;
}

/// Calls that change files.
bool changes_files(const CallSite& site) {
  return std::set<std::string>{"file-write", "sync", "truncate", "rename", "unlink", "mkdir"}
      .contains(site.kind);
}

// Proves that no kill loses or repeats a game: one before each write, sync, truncation or removal
// of a file that the program makes from another place (plan stored, game begun, game stored,
// standing written, ...), and several in the life of one tournament. This gives up kills between
// two changes of files.
TEST_CASE("long run: a tournament killed at each kind of write has the same result", "[long]") {
  if (cannot_preload()) return;
  const Words system = GENERATE(values<Words>({{"--rounds", "12"},
                                               {"--system", "swiss", "--rounds", "12"},
                                               {"--system", "knockout", "--pairs", "8"},
                                               {"--rounds", "12", "--strikes", "10"}}));
  CAPTURE(system);
  const TemporaryDirectory directory;
  const auto command = [&](const std::string& db) {
    return Words{"tournament",  "run",
                 "--game",      "creeper",
                 "--bot",       "random",
                 "--bot",       "greedy",
                 "--bot",       scripted_bot("plays the first turn", directory) + " name=program",
                 "--bot",       scripted_bot("dies of a signal", directory) + " name=mortal",
                 "--max-turns", "30",
                 "-j",          "2",
                 "--db",        db} +
           system;
  };
  const std::string whole = directory.file("whole.db");
  std::vector<CallSite> sites =
      call_sites([&] { REQUIRE(run_schiri(command(whole)).status == 0); });
  std::erase_if(sites, [](const CallSite& site) { return !changes_files(site); });
  const std::string undisturbed = exported(whole);
  const auto all = stored_numbers(whole).size();

  Rng rng(all);
  std::size_t tried = 0, killed = 0, finished = 0;
  while (tried < sites.size()) {
    const std::string db = directory.file("e" + std::to_string(finished) + ".db");
    std::set<std::uint64_t> before;
    for (bool begun = false; tried < sites.size() && before.size() < all;) {
      const CallSite& site = sites[tried];
      // Few calls are left at the end of a tournament.
      const auto most = static_cast<std::uint64_t>(std::min(site.calls, 6));
      const std::string fault = site.fault(1 + static_cast<int>(rng.below(most)), "SIGKILL");
      CAPTURE(fault);
      {
        const FaultySystem faulty(fault);
        const int status = run_schiri(begun ? resume_command(db) : command(db)).status;
        CHECK((status == 0 || status == 128 + SIGKILL));
        killed += status != 0;
        // A call that is made only at the start of a tournament is tried in the next one.
        tried += status != 0 || !begun;
      }
      const auto now = stored_numbers(db);
      CHECK(std::includes(now.begin(), now.end(), before.begin(), before.end()));
      CHECK((now.empty() || *now.rbegin() <= all));
      before = now;
      begun = begun || (std::filesystem::exists(db) && verify(db).status == 0);
    }
    REQUIRE(run_schiri(std::filesystem::exists(db) ? resume_command(db) : command(db)).status == 0);
    CHECK((exported(db) == undisturbed));
    CHECK(is_sound(db));
    CHECK(verify(db).status == 0);
    CHECK(all_gone(directory));
    ++finished;
  }
  CAPTURE(finished, killed, sites.size());
  CHECK(killed >= 20);
  // With two threads some calls depend on time.
  CHECK(killed * 4 >= sites.size() * 3);
}

// Proves that the books balance after six kinds of misbehaviour and kills, and that memory does not
// grow with the games: by less than 1.5 KB for each of the last 3000, while the cache still fills.
// Slower leaks are given up.
TEST_CASE("long run: 10032 games with faulty bots and repeated kills", "[long]") {
  constexpr int rounds = 76, players = 12, lives = 12, strikes = 20;
  constexpr std::int64_t games = std::int64_t{rounds} * players * (players - 1);
  STATIC_REQUIRE(games == 10'032);
  const TemporaryDirectory directory;
  const std::string db = directory.file("soak.db");
  Words command = {"tournament",  "run", "--game", "creeper", "--rounds", std::to_string(rounds),
                   "--max-turns", "12",  "-j",     "2",       "--db",     db};
  for (const char* bot : {"random", "greedy", "random name=x", "random name=y", "mcts:nodes=2"}) {
    command = command + Words{"--bot", bot};
  }
  const auto add = [&](const std::string& fault, const std::string& keys) {
    command = command + Words{"--bot", scripted_bot(fault, directory) + " " + keys};
  };
  add("nothing", "name=honest");
  add("lies", "name=liar");
  add("dies of a signal", "name=mortal");
  add("exits with 0", "name=deserter");
  add("dies in between", "name=frail");
  add("never answers", "name=late movetime=2 margin=0");
  // The referee waits for the end of this bot.
  add("closes output", "name=mute strikes=" + std::to_string(strikes));

  std::vector<std::int64_t> memory;  // during the last run, of half of the games
  for (int life = 1; life <= lives; ++life) {
    CAPTURE(life);
    const bool is_last = life == lives;
    memory.clear();
    Child child(life == 1 ? command : resume_command(db), directory.file("err"));
    while (!child.ended() && (is_last || stored_games(db) < games * life / (2 * lives))) {
      std::this_thread::sleep_for(is_last ? 20ms : 100ms);
      if (const auto now = memory_of(child)) memory.push_back(now);
    }
    if (!is_last) child.send(SIGKILL);
    while (!child.ended()) std::this_thread::sleep_for(1ms);
    INFO(read_file(directory.file("err")));
    REQUIRE(child.status() == (is_last ? 0 : 128 + SIGKILL));
  }
  CHECK(all_gone(directory));

  if (!with_sanitizer) {
    // The cache of the database fills at first; the results are summed up at the end.
    REQUIRE(memory.size() > 20);
    const auto after_a_third = memory[memory.size() / 3], later = memory[memory.size() * 9 / 10];
    const auto most = *std::max_element(memory.begin(), memory.end());
    CAPTURE(after_a_third, later, most);
    CHECK(later < after_a_third + 4 * 1024);
    CHECK(most < 40 * 1024);
  }

  CHECK(is_sound(db));
  const auto numbers = stored_numbers(db);
  CHECK(numbers.size() == games);
  CHECK(*numbers.rbegin() == games);
  CHECK(verify(db).status == 0);
  SQLite::Database database(db, SQLite::OPEN_READONLY);
  const auto number = [&](const std::string& select) {
    return database.execAndGet("SELECT " + select).getInt64();
  };
  CHECK(number("sum(games) FROM players") == 2 * games);
  CHECK(number("sum(wins) - sum(losses) FROM players") == 0);
  CHECK(number("sum(wins + draws + losses) FROM players") ==
        2 * (games - number("count(*) FROM game WHERE result = '*'")));
  CHECK(number("count(*) FROM (SELECT 1 FROM games GROUP BY round, white, black"
               " HAVING count(*) > 1)") == 0);
  // Each failure is a loss of its player, and sound players have no failures.
  CHECK(number("count(*) FROM failure") ==
        number("count(*) FROM game WHERE termination IN ('time forfeit', 'illegal move', 'crash',"
               " 'disconnect')"));
  CHECK(number("count(*) FROM failure JOIN game ON game.id = game_id"
               " WHERE result <> CASE side WHEN 'white' THEN '0-1' ELSE '1-0' END") == 0);
  CHECK(number("count(*) FROM failures WHERE player NOT IN ('liar', 'mortal', 'deserter', 'frail',"
               " 'late', 'mute')") == 0);
  CHECK(number("count(*) FROM failures WHERE player = 'mute'") == strikes);
  const std::string of_mute = "count(*) FROM games WHERE 'mute' IN (white, black)";
  CHECK(number(of_mute) == rounds * 2 * (players - 1));
  CHECK(number(of_mute + " AND termination = 'abandoned' AND id <= (SELECT max(id) FROM failures"
                         " WHERE player = 'mute')") == 0);
  CHECK(number(of_mute + " AND termination <> 'abandoned' AND id > (SELECT max(id) FROM"
                         " failures WHERE player = 'mute')") == 0);
  CHECK(number("count(*) FROM games WHERE termination = 'abandoned' AND 'mute' NOT IN (white,"
               " black)") == 0);
}

}  // namespace long_run_test
