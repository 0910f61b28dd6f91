#include "cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace schiri::cli {

namespace {

std::atomic<bool> noted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int) { noted = true; }

constexpr int signals[] = {SIGINT, SIGTERM};

}  // namespace

InterruptGuard::InterruptGuard() {
  noted = false;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : signals) sigaction(signal, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : signals) std::signal(signal, SIG_DFL);
}

bool InterruptGuard::interrupted() const { return noted; }

}  // namespace schiri::cli
