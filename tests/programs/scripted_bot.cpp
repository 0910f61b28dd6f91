// A UGI bot that misbehaves in one specified way.
//
//   scripted_bot GAME FAULT [ANYTHING...]
//
// Further arguments are ignored; they mark the process, so that tests can find leftover processes.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "core/ugi/protocol.h"
#include "notation/game_types.h"

using namespace schiri;

namespace {

void reply(const std::string& line) { std::cout << line << std::endl; }

[[noreturn]] void sleep_for_ever() {
  for (;;) pause();
}

[[noreturn]] void write_for_ever(int descriptor, const std::string& text) {
  while (write(descriptor, text.data(), text.size()) >= 0) {
  }
  sleep_for_ever();
}

[[noreturn]] void die_of(int signal) {
  std::signal(signal, SIG_DFL);
  raise(signal);
  sleep_for_ever();
}

[[noreturn]] void eat_memory() {
  constexpr std::size_t piece = std::size_t{16} << 20;
  for (;;) {
    void* const memory = std::malloc(piece);
    if (!memory) std::abort();
    std::memset(memory, 1, piece);
    // Slow enough for the machine to survive without limits.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// A child process keeps the pipes open.
[[noreturn]] void die_before_child() {
  if (fork() == 0) sleep_for_ever();
  _exit(1);
}

/// In several processes with little memory each.
[[noreturn]] void eat_memory_together() {
  for (int i = 0; i < 4; ++i) {
    if (fork() != 0) continue;
    constexpr std::size_t share = std::size_t{80} << 20;
    auto* const memory = static_cast<volatile char*>(std::malloc(share));
    for (std::size_t at = 0; memory && at < share; at += 4096) memory[at] = 1;
    sleep_for_ever();
  }
  sleep_for_ever();
}

void touch(void* memory, std::size_t size) {
  auto* const bytes = static_cast<volatile char*>(memory);
  for (std::size_t at = 0; at < size; at += 4096) bytes[at] = 1;
}

/// Grows step by step up to a bound, so that the machine survives without limits.
[[noreturn]] void grow(char* memory, std::size_t size) {
  constexpr std::size_t step = std::size_t{4} << 20;
  for (std::size_t at = 0; at < size; at += step) {
    touch(memory + at, step);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  sleep_for_ever();
}

constexpr std::size_t too_much = std::size_t{400} << 20;

[[noreturn]] void eat_shared_memory() {
  const int file = memfd_create("shared", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, too_much) != 0) _exit(8);
  void* const memory = mmap(nullptr, too_much, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) _exit(8);
  grow(static_cast<char*>(memory), too_much);
}

[[noreturn]] void eat_system_v_memory() {
  const int segment = shmget(IPC_PRIVATE, too_much, IPC_CREAT | 0600);
  void* const memory = shmat(segment, nullptr, 0);
  shmctl(segment, IPC_RMID, nullptr);  // removed with the last process that uses it
  if (memory == reinterpret_cast<void*>(-1)) _exit(8);
  grow(static_cast<char*>(memory), too_much);
}

/// Four processes share the same 120 MiB.
void share_memory() {
  constexpr std::size_t size = std::size_t{120} << 20;
  void* const memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int ready[2];
  if (memory == MAP_FAILED || pipe(ready) != 0) _exit(8);
  touch(memory, size);
  for (int i = 0; i < 3; ++i) {
    if (fork() != 0) continue;
    touch(memory, size);
    if (write(ready[1], "r", 1) != 1) _exit(8);
    sleep_for_ever();
  }
  for (int i = 0; i < 3; ++i) {
    char byte = 0;
    if (read(ready[0], &byte, 1) != 1) _exit(8);
  }
}

/// Leaves 1100 children, each in its own session.
void leave_many_children() {
  for (int i = 0; i < 1100; ++i) {
    if (fork() != 0) continue;
    setsid();
    sleep_for_ever();
  }
}

pid_t parent_of(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  pid_t parent = 0;
  for (std::string word; status >> word;) {
    if (word == "PPid:") status >> parent;
  }
  return parent;
}

/// Kills the processes that could clean up after it, if it can see them.
void kill_supervisor_and_referee() {
  if (fork() == 0) {
    setsid();
    sleep_for_ever();
  }
  const pid_t supervisor = getppid(), referee = supervisor > 1 ? parent_of(supervisor) : 0;
  if (supervisor <= 1 || referee <= 1) return;
  kill(supervisor, SIGKILL);
  kill(referee, SIGKILL);
  sleep_for_ever();
}

[[noreturn]] void use_processor() {
  volatile unsigned turns = 0;
  for (;;) turns = turns + 1;
}

void ignore_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE}) {
    std::signal(signal, SIG_IGN);
  }
}

/// One child stays in the group and keeps the output open, one leaves it for its own session, and
/// so does a grandchild whose parent ends.
void leave_children() {
  if (fork() == 0) sleep_for_ever();
  if (fork() == 0) {
    setsid();
    ignore_signals();
    sleep_for_ever();
  }
  const pid_t parent = fork();
  if (parent == 0) {
    setsid();
    if (fork() == 0) {
      ignore_signals();
      sleep_for_ever();
    }
    _exit(0);
  }
  waitpid(parent, nullptr, 0);
}

/// Kills the supervisor, and leaves one process.
[[noreturn]] void kill_supervisor() {
  if (fork() == 0) {
    setsid();
    ignore_signals();
    sleep_for_ever();
  }
  // getppid returns 0 for a parent in another namespace.
  if (getppid() > 1) kill(getppid(), SIGKILL);
  die_of(SIGKILL);
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  while (times-- > 0) all += text;
  return all;
}

/// The largest number of long lines that may be requested.
void flood_ranks() {
  const std::string turns = repeated(" a", 50'000);
  for (int rank = 1; rank <= 500; ++rank) {
    std::cout << "info score cp 1 multipv " << rank << " pv" << turns << '\n';
  }
}

void flood_options() {
  const std::string choices = repeated(" var c", 60'000);
  for (int i = 0; i < 200; ++i) {
    std::cout << "option name n" << i << " type combo default a" << choices << '\n';
  }
  std::cout << "id name " << repeated("n", 1'000'000) << '\n';
}

/// Can another machine be reached?
bool has_network() {
  const int any = socket(AF_INET, SOCK_DGRAM, 0);
  if (any < 0) return false;
  sockaddr address{};
  address.sa_family = AF_INET;
  const unsigned char place[] = {0, 9, 192, 0, 2, 1};  // port 9 of 192.0.2.1
  std::memcpy(address.sa_data, place, sizeof place);
  const bool reached = connect(any, &address, sizeof address) == 0;
  close(any);
  return reached;
}

class Bot {
 public:
  Bot(const GameType& type, std::string fault) : type_(type), fault_(std::move(fault)) {}

  void run() {
    std::cerr << "this is " << fault_ << std::endl;
    at_start();
    for (std::string line; std::getline(std::cin, line);) {
      const auto words = ugi::words(line);
      if (words.empty()) continue;
      if (words[0] == "quit" && fault_ != "ignores quit") return;
      take(words, line);
    }
    if (fault_ == "ignores quit") sleep_for_ever();
  }

 private:
  bool is(const char* fault) const { return fault_ == fault; }

  void at_start() {
    if (is("ignores quit")) ignore_signals();
    if (is("silent")) sleep_for_ever();
    if (is("dies at start")) std::exit(3);
    if (is("leaves children")) leave_children();
    if (is("leaves many children")) leave_many_children();
    if (is("shares memory")) share_memory();
    if (is("sees a token") && std::getenv("SCHIRI_TEST_TOKEN")) std::exit(7);
    if (is("needs a token") && !std::getenv("SCHIRI_TEST_TOKEN")) std::exit(7);
    if (is("floods errors")) std::thread([] { write_for_ever(2, "noise\n"); }).detach();
  }

  void take(const std::vector<std::string_view>& words, const std::string& line) {
    if (words[0] == "ugi") introduce();
    if (words[0] == "isready") be_ready();
    if (words[0] == "uginewgame") games_ += 1;
    if (words[0] == "position") place_ = *ugi::read_position_command(line);
    if (words[0] == "setoption") sends_expected_ |= line == "setoption name Ponder value true";
    if (words[0] == "go" && ugi::has_word(line, "ponder")) return ponder();
    if (words[0] == "go") go();
    if (words[0] == "ponderhit" || words[0] == "stop") end_pondering();
  }

  void introduce() {
    if (is("floods at start")) write_for_ever(1, std::string(4096, 'x'));
    if (is("floods options")) flood_options();
    reply("id name scripted");
    reply("option name Roll type combo default a var a var b c");
    reply("option name Ponder type check default false");
    reply("ugiok");
  }

  void be_ready() {
    if (is("never ready")) sleep_for_ever();
    if (is("never ready again") && games_ > 0) sleep_for_ever();
    if (is("dies in between") && games_ > 0) die_of(SIGSEGV);
    reply("readyok");
  }

  std::unique_ptr<Game> game() const {
    StartSpec start;
    if (place_.start) start.position = *place_.start;
    auto game = type_.start(start);
    for (const std::string& turn : place_.turns) game->play(turn);
    return game;
  }

  void ponder() {
    if (is("dies pondering")) die_of(SIGSEGV);
    if (is("leaves pondering")) _exit(0);
    if (is("floods pondering")) write_for_ever(1, "info depth 1 score cp 1\n");
    if (is("answers pondering")) return answer();
    ponders_ = true;
  }

  void end_pondering() {
    if (is("never stops pondering")) sleep_for_ever();
    if (std::exchange(ponders_, false)) answer();
  }

  void go() {
    static const std::map<std::string, std::function<void()>> faults = {
        {"never answers", sleep_for_ever},
        {"floods a line", [] { write_for_ever(1, std::string(4096, 'x')); }},
        {"floods lines", [] { write_for_ever(1, "info depth 1 score cp 1\n"); }},
        {"lies", [] { reply("bestmove A1+A1"); }},
        {"shouts",
         [] {
           reply("BESTMOVE A2+B3");
           sleep_for_ever();
         }},
        {"garbage", [] { reply(std::string("bestmove \x01\xff}{\0;", 16)); }},
        {"resigns", [] { reply("bestmove resign"); }},
        {"no turn", [] { reply("bestmove"); }},
        {"dies of a signal", [] { die_of(SIGSEGV); }},
        {"is killed", [] { die_of(SIGKILL); }},
        {"exits with 1", [] { _exit(1); }},
        {"exits with 0", [] { _exit(0); }},
        {"eats memory", eat_memory},
        {"eats memory together", eat_memory_together},
        {"eats shared memory", eat_shared_memory},
        {"eats System V memory", eat_system_v_memory},
        {"uses processor", use_processor},
        {"dies before its child", die_before_child},
        {"kills its supervisor", kill_supervisor},
        {"kills supervisor and referee", kill_supervisor_and_referee},
        {"stops itself", [] { raise(SIGSTOP); }},
    };
    if (const auto fault = faults.find(fault_); fault != faults.end()) fault->second();
    if (is("closes output")) {
      close(STDOUT_FILENO);
      return;
    }
    if (is("answers again late") && !last_.empty()) reply("bestmove " + last_);
    if (is("answers late")) std::this_thread::sleep_for(std::chrono::milliseconds(400));
    if (is("closes input")) close(STDIN_FILENO);
    answer();
    if (is("closes input")) sleep_for_ever();
    if (is("exits after its answer")) _exit(0);
  }

  static std::string first_turn(const Game& game) {
    std::string first;
    game.visit_turns([&](std::string_view turn) {
      first = turn;
      return false;
    });
    return first;
  }

  void answer() {
    const auto position = game();
    if (is("sends many reports")) {
      for (int i = 0; i < 100'000; ++i) std::cout << "info depth " << i << " score cp 1 nodes 5\n";
    }
    if (is("floods ranks")) flood_ranks();
    if (is("sees the network") && has_network()) _exit(7);
    if (is("takes its time") || is("shares memory"))
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    reply("info string thinking");
    reply("info depth 6 score cp 34 nodes 100 pv x y");
    const std::string turn =
        is("plays the first turn") ? first_turn(*position) : position->random_turn(rng_);
    position->play(turn);
    const std::string expected = sends_expected_ ? first_turn(*position) : "";
    last_ = turn;
    if (is("answers twice at once")) return reply("bestmove " + turn + "\nbestmove " + turn);
    reply("bestmove " + turn + (expected.empty() ? "" : " ponder " + expected));
    if (is("answers twice")) reply("bestmove " + turn);
  }

  const GameType& type_;
  std::string fault_;
  ugi::PositionCommand place_;
  Rng rng_{1};
  int games_ = 0;
  bool sends_expected_ = false;
  bool ponders_ = false;
  std::string last_;  ///< turn
};

}  // namespace

int main(int argc, char** argv) {
  const GameType* type = argc > 2 ? find_game(argv[1]) : nullptr;
  if (!type) return 2;
  Bot(*type, argv[2]).run();
}
