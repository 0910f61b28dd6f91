#include "cli/tournament/live/games_at_once.h"

#include <atomic>
#include <csignal>

namespace schiri::cli {

namespace {

// State that the signal handler uses.
std::atomic<unsigned> wanted = 1;
std::atomic<unsigned> most = 1;
static_assert(std::atomic<unsigned>::is_always_lock_free);

struct sigaction before_fewer, before_more;

void change(int signal) {
  // Two signals may be handled at once, on different threads.
  unsigned now = wanted, next = 0;
  do {
    next = signal == SIGUSR1 ? now - (now > 1 ? 1 : 0) : now + (now < most ? 1 : 0);
  } while (!wanted.compare_exchange_weak(now, next));
}

}  // namespace

GamesAtOnce::GamesAtOnce(unsigned number) {
  wanted = most = number;
  struct sigaction action {};
  action.sa_handler = change;
  // A system call that one interrupts goes on.
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, &before_fewer);
  sigaction(SIGUSR2, &action, &before_more);
}

GamesAtOnce::~GamesAtOnce() {
  sigaction(SIGUSR1, &before_fewer, nullptr);
  sigaction(SIGUSR2, &before_more, nullptr);
}

unsigned GamesAtOnce::number() const { return wanted; }

}  // namespace schiri::cli
