#include "core/process/resource_limits.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/base/files/system.h"
#include "core/base/message.h"
#include "core/base/text.h"

namespace schiri {

namespace {

namespace fs = std::filesystem;

std::vector<ResourceLimit>& raised_limits() {
  static std::vector<ResourceLimit> limits;
  return limits;
}

/// The need of games for a limited resource of the system.
struct Demand {
  decltype(RLIMIT_NOFILE) resource;
  Pattern what;
  const char* letter;      ///< of the shell's `ulimit`
  std::size_t anyway;      ///< in use by everything else
  std::size_t by_program;  ///< per game
  std::size_t by_game;     ///< in addition
};

/// Five pipe ends per program, five more while one is launched, and the files of a database, its
/// logs and a search in it.
Demand open_files() {
  constexpr std::size_t database = 40;
  std::error_code error;
  std::size_t open = 0;
  for (fs::directory_iterator file(open_files_folder, error), end; !error && file != end;
       file.increment(error)) {
    ++open;
  }
  return {RLIMIT_NOFILE, message_pattern("open files"), "n", open + database, 5, 5};
}

/// Threads count as processes do. 0 for a process of another user, or one that has ended.
std::size_t threads_of_mine(const fs::path& process) {
  std::ifstream status(process / "status");
  std::size_t threads = 0, user = 0;
  bool mine = false;
  for (std::string word; status >> word;) {
    if (word == "Uid:" && status >> user) mine = user == getuid();
    if (word == "Threads:") status >> threads;
  }
  return mine ? threads : 0;
}

/// A program and its supervisor, and a thread for each game. The number of threads of programs is
/// not known beforehand.
Demand processes() {
  constexpr std::size_t others = 8;
  std::error_code error;
  std::size_t running = 0;
  for (fs::directory_iterator process("/proc", error), end; !error && process != end;
       process.increment(error)) {
    const std::string name = process->path().filename();
    if (name.find_first_not_of("0123456789") == name.npos) running += threads_of_mine(*process);
  }
  return {RLIMIT_NPROC, message_pattern("processes of this user"), "u", running + others, 2, 1};
}

Message refusal(const Demand& demand, unsigned games, std::size_t programs, rlim_t hard) {
  const std::size_t by_game = demand.by_game + demand.by_program * programs;
  const std::size_t fits = hard > demand.anyway ? (hard - demand.anyway) / by_game : 0;
  return message(
      "{0} {0:game|games} at once with {1} {1:program|programs} may need {2} {3}, and the system "
      "allows {4} (ulimit -H{5}); {6}",
      games, programs, demand.anyway + games * by_game, Message(demand.what), hard, demand.letter,
      fits > 0 ? message("-j {0} would fit", fits) : message("not even -j 1 would fit"));
}

void raise_limit(const Demand& demand, unsigned games, std::size_t programs) {
  rlimit limit{};
  if (getrlimit(demand.resource, &limit) != 0) return;
  const rlim_t needed = demand.anyway + games * (demand.by_game + demand.by_program * programs);
  if (needed <= limit.rlim_cur) return;
  if (needed > limit.rlim_max) {
    throw InfrastructureError(refusal(demand, games, programs, limit.rlim_max));
  }
  const rlimit raised{needed, limit.rlim_max};
  if (setrlimit(demand.resource, &raised) != 0) return;
  auto& before = raised_limits();
  const auto known = std::ranges::find(before, demand.resource, &ResourceLimit::resource);
  if (known == before.end()) before.push_back({demand.resource, limit});
}

}  // namespace

void make_room(unsigned games, std::size_t programs) {
  if (programs == 0) return;
  raise_limit(open_files(), games, programs);
  // The system does not hold root to this limit.
  if (getuid() != 0) raise_limit(processes(), games, programs);
}

std::span<const ResourceLimit> limits_before() { return raised_limits(); }

}  // namespace schiri
