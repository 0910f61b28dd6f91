#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "core/tournament/runner.h"
#include "notation/contest/contest.h"
#include "tests/bench/harness.h"
#include "tests/bench/subjects.h"

// referee: the cost of the referee. External bots answer at once from a list, so that all other
// time is spent by schiri. Two games in parallel on two threads, turns per second of wall time in
// total. The reference is two threads that each send a line to one of these programs and read the
// answer: the round trips of two raw pipes.
//
// - referee alone: games are played and recorded in this process
// - whole program: `schiri tournament run` with its database

namespace schiri::bench {

namespace {

constexpr double thousand = 1e3;
constexpr unsigned pairs = 2;
constexpr std::uint64_t rounds = 100;

/// A long game of Creeper that the rules end.
std::vector<std::string> long_game() {
  for (Rng rng(1);;) {
    const auto game = find_game("creeper")->start({});
    while (!game->ending()) game->play(game->random_turn(rng));
    if (game->turns().size() >= 200) return game->turns();
  }
}

/// A temporary file of lines.
class Lines {
 public:
  explicit Lines(const std::vector<std::string>& lines)
      : path_(std::filesystem::temp_directory_path() /
              ("schiri-bench-" + std::to_string(getpid()) + ".turns")) {
    std::ofstream file(path_);
    for (const std::string& line : lines) file << line << '\n';
  }
  ~Lines() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::string command(const Lines& turns) {
  return std::string(SCHIRI_INSTANT_BOT) + " " + turns.path();
}

/// Makes this many round trips through the pipes of one program.
void go_there_and_back(const std::string& program, int times) {
  int to[2], from[2];
  // The program of the other thread must not inherit these ends, or this one would get no end of
  // file.
  if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) return;
  const pid_t child = fork();
  if (child == 0) {
    dup2(to[0], 0);
    dup2(from[1], 1);
    execl("/bin/sh", "sh", "-c", ("exec " + program).c_str(), nullptr);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  char answer[4096];
  for (int i = 0; i < times; ++i) {
    if (write(to[1], "isready\n", 8) != 8 || read(from[0], answer, sizeof answer) <= 0) break;
  }
  close(to[1]);
  close(from[0]);
  waitpid(child, nullptr, 0);
}

Work raw_pipes(const std::string& program) {
  return [program] {
    constexpr int times = 50'000;
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < pairs; ++i) {
        threads.emplace_back([&] { go_there_and_back(program, times); });
      }
    }
    return static_cast<double>(pairs) * times;
  };
}

TournamentConfig event_of(const std::string& program) {
  TournamentConfig config;
  config.name = "bench";
  config.game = "creeper";
  config.variant = "standard";
  for (const char* name : {"first", "second"}) {
    config.bots.push_back(
        completed(read_bot_spec("", {{"cmd", program}, {"name", name}, {"nodes", "1"}}, "")));
  }
  config.rounds = rounds;
  config.opening_turns = 0;
  return config;
}

Work referee(const std::string& program) {
  return [program] {
    const Contest contest(event_of(program));
    const auto schedule = contest.schedule();
    std::uint64_t next = 0;
    double turns = 0;
    Runner<ContestGame>({[&]() -> std::optional<std::uint64_t> {
                           if (next >= schedule->games()) return std::nullopt;
                           return ++next;
                         },
                         nullptr,
                         [&] {
                           auto lineup = std::make_shared<WorkerPlayers>(contest.lineup());
                           return [&contest, &schedule, lineup](std::uint64_t number,
                                                                const std::stop_token& stop) {
                             return contest.play(schedule->game(number), *lineup, "2026.01.01",
                                                 monotonic_time, stop);
                           };
                         },
                         [&](ContestGame&& game) { turns += static_cast<double>(game.turns); },
                         [] { return true; }})
        .run(pairs);
    return turns;
  };
}

Work whole_program(const std::string& program, std::size_t length) {
  return [program, length] {
    const auto db = std::filesystem::temp_directory_path() /
                    ("schiri-bench-" + std::to_string(getpid()) + ".db");
    std::filesystem::remove(db);
    std::string words = std::string(SCHIRI_PROGRAM) + " tournament run --game creeper -j " +
                        std::to_string(pairs) + " --opening-turns 0 --rounds " +
                        std::to_string(rounds) + " --db " + db.string();
    for (const char* name : {"first", "second"}) {
      words += std::string(" --bot 'cmd=\"") + program + "\" nodes=1 name=" + name + "'";
    }
    const bool played = std::system((words + " >/dev/null 2>&1").c_str()) == 0;
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(db.string() + end);
    return played ? static_cast<double>(2 * rounds * length) : 0;
  };
}

}  // namespace

void referee() {
  const auto game = long_game();
  const Lines turns(game);
  const std::string program = command(turns);
  report({"referee: two parallel games", "k turns/s", thousand, referee(program), "two raw pipes",
          raw_pipes(program), Clock::wall});
  report({"referee: with its database", "k turns/s", thousand, whole_program(program, game.size()),
          "two raw pipes", raw_pipes(program), Clock::wall});
}

}  // namespace schiri::bench
