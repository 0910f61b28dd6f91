#include "cli/line/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iterator>

#include "cli/print/output_language.h"
#include "core/base/files/temporary_name.h"
#include "core/base/parallel.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};

// State that the signal handler uses.
std::atomic<bool> noted = false;
std::atomic<bool> finishing = false;
std::atomic<bool> may_finish = false;  // after the first Ctrl-C
std::atomic<int> seen[std::size(signals)];
std::atomic<const char*> second_answer = nullptr;
std::atomic<const char*> third_answer = nullptr;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<const char*>::is_always_lock_free);

int guards = 0;
struct sigaction before[std::size(signals)];  // what happened without a guard

void answer(const char* text) {
  const int error = errno;
  [[maybe_unused]] const ssize_t written = text ? write(STDERR_FILENO, text, std::strlen(text)) : 0;
  errno = error;
}

void end_at_once(int signal) {
  answer(third_answer);
  remove_temporary_names();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void note(int signal) {
  finishing = true;
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    if (signals[i] != signal) continue;
    const int times = ++seen[i];
    if (times > 1 || signal != SIGINT || !may_finish) noted = true;
    if (times == 2) answer(second_answer);
    if (times > 2) end_at_once(signal);
  }
}

bool is_ignored(int signal) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

void guard(std::size_t index) {
  struct sigaction action {};
  action.sa_handler = note;
  sigaction(signals[index], &action, &before[index]);
}

}  // namespace

InterruptGuard::InterruptGuard(const Message& loss, First first)
    : second_answer_("schiri: " +
                     translated(message("stopping, so that what is finished is kept; once more "
                                        "stops it at once: {0}",
                                        loss)) +
                     '\n'),
      third_answer_("schiri: " + translated(message("stopped at once: {0}", loss)) + '\n'),
      guards_hangup_(!is_ignored(SIGHUP)) {
  if (guards++ > 0 || console::is_guest()) return;
  may_finish = first == First::finish;
  second_answer = second_answer_.c_str();
  third_answer = third_answer_.c_str();
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    if (signals[i] != SIGHUP || guards_hangup_) guard(i);
  }
}

InterruptGuard::~InterruptGuard() {
  if (second_answer == second_answer_.c_str()) second_answer = third_answer = nullptr;
  if (--guards > 0 || console::is_guest()) return;
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    if (signals[i] != SIGHUP || guards_hangup_) sigaction(signals[i], &before[i], nullptr);
  }
}

bool InterruptGuard::interrupted() const {
  return console::is_guest() ? console::is_interrupted() : noted.load();
}

bool InterruptGuard::is_finishing() const {
  return console::is_guest() ? console::is_interrupted() : finishing.load();
}

InterruptStop::InterruptStop() {
  if (!has_threads) return;
  watcher_ = std::jthread([this](const std::stop_token& end) {
    while (!end.stop_requested() && !guard_.is_finishing()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (guard_.is_finishing()) source_.request_stop();
  });
}

}  // namespace schiri::cli
