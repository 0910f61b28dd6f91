#include "cli/interrupt.h"

#include <atomic>
#include <chrono>
#include <csignal>

namespace schiri::cli {

namespace {

std::atomic<bool> noted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int) { noted = true; }

constexpr int signals[] = {SIGINT, SIGTERM};

void guard(int signal) {
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

}  // namespace

InterruptGuard::InterruptGuard() : guards_hangup_(!is_ignored(SIGHUP)) {
  noted = false;
  for (const int signal : signals) guard(signal);
  if (guards_hangup_) guard(SIGHUP);
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : signals) std::signal(signal, SIG_DFL);
  if (guards_hangup_) std::signal(SIGHUP, SIG_DFL);
}

bool InterruptGuard::interrupted() const { return noted; }

InterruptStop::InterruptStop()
    : watcher_([this](const std::stop_token& end) {
        while (!end.stop_requested() && !guard_.interrupted()) {
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        if (guard_.interrupted()) source_.request_stop();
      }) {}

}  // namespace schiri::cli
