#include "core/process/supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <iterator>

#include "core/process/isolation.h"
#include "core/process/process_tree.h"
#include "core/process/processors.h"

extern "C" char** environ;

// Everything below runs in a copy of a process that had other threads: only async-signal-safe
// functions may be called, nothing that allocates memory or takes locks.

namespace schiri {

namespace {

void send_report(const LaunchEnds& ends, LaunchReport::Kind kind, int value) {
  const LaunchReport report{kind, value};
  [[maybe_unused]] const ssize_t written = write(ends.report, &report, sizeof report);
}

/// Ends this process because the system has refused a request.
[[noreturn]] void give_up(const LaunchEnds& ends) {
  send_report(ends, LaunchReport::Kind::unready, errno);
  isolation::leave(127);
}

/// Closes all inherited descriptors but the pipe ends, first of all: a later failure cannot reach
/// the launcher's database or other open files.
void close_foreign(const LaunchEnds& ends) {
  int kept[] = {ends.input, ends.output, ends.errors, ends.control, ends.report};
  std::sort(std::begin(kept), std::end(kept));
  int first = 0;
  for (const int end : kept) {
    isolation::close_between(first, end - 1);
    first = end + 1;
  }
  isolation::close_between(first, INT_MAX);
}

/// Moves a pipe end above the numbers of the standard streams.
void move_up(const LaunchEnds& ends, int& end) {
  if (end > STDERR_FILENO) return;
  const int moved = fcntl(end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (moved < 0) give_up(ends);
  close(end);
  end = moved;
}

void move_up(LaunchEnds& ends) {
  for (int* end : {&ends.report, &ends.control, &ends.input, &ends.output, &ends.errors}) {
    move_up(ends, *end);
  }
}

/// All other descriptors are closed by exec.
void take_standard_streams(const LaunchEnds& ends) {
  const int wanted[] = {ends.input, ends.output, ends.errors};
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (dup2(wanted[stream], stream) < 0) give_up(ends);
  }
}

void forget_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &action, nullptr);
}

void unblock_signals() {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// The result of getppid() if the parent has no id here.
constexpr pid_t outside = 0;

bool limit(decltype(RLIMIT_CORE) resource, rlim_t most) {
  rlimit limits{};
  if (getrlimit(resource, &limits) != 0) return false;
  limits.rlim_max = std::min(limits.rlim_max, most);
  limits.rlim_cur = limits.rlim_max;
  return setrlimit(resource, &limits) == 0;
}

rlim_t most_memory(const Launch& launch) {
  return launch.memory ? static_cast<rlim_t>(*launch.memory) << 20 : RLIM_INFINITY;
}

bool set_limits(const Launch& launch) {
  if (!limit(RLIMIT_CORE, 0)) return false;
  if (launch.memory && !limit(RLIMIT_DATA, most_memory(launch))) return false;
  return std::all_of(
      launch.usual_limits.begin(), launch.usual_limits.end(),
      [](const ResourceLimit& usual) { return setrlimit(usual.resource, &usual.limit) == 0; });
}

/// `parent` is the supervisor's id in the program's namespace.
[[noreturn]] void become_program(const Launch& launch, const LaunchEnds& ends, pid_t parent) {
  if (setpgid(0, 0) != 0 || !isolation::end_with_parent()) give_up(ends);
  if (getppid() != parent) isolation::leave(127);
  take_standard_streams(ends);
  if (parent == outside) isolation::show_own_processes();
  if (!launch.needs_network && !isolation::leave_network()) {
    send_report(ends, LaunchReport::Kind::networked, errno);
  }
  if (launch.directory && chdir(launch.directory) != 0) {
    send_report(ends, LaunchReport::Kind::no_directory, errno);
    isolation::leave(127);
  }
  if (!set_limits(launch)) give_up(ends);
  if (launch.processor && !stay_on_processor(*launch.processor)) give_up(ends);
  unblock_signals();
  if (launch.environment) environ = const_cast<char**>(launch.environment);
  execvp(launch.arguments[0], launch.arguments);
  send_report(ends, LaunchReport::Kind::refused, errno);
  isolation::leave(127);
}

/// Sends SIGKILL to all children that the supervisor has now. Their children become its own and are
/// found the next time. Returns false if the system does not list them.
bool kill_children() {
  ProcessTree children;
  const bool known = children.find_children(getpid());
  for (const long child : children) kill(static_cast<pid_t>(child), SIGKILL);
  return known;
}

/// Until none is left, for at most some seconds: a process that hangs in the kernel cannot be
/// waited for.
void kill_descendants() {
  for (int round = 0; round < 500; ++round) {
    const bool known = kill_children();
    pid_t ended = 0;
    while ((ended = waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0 || !known) return;
    poll(nullptr, 0, round < 100 ? 1 : 5);
  }
}

/// Has the program ended? Its id stays reserved, so that its group can still be signalled.
bool has_ended(pid_t program) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == program;
}

void reap_others(pid_t program) {
  // Orphans that end while the program runs; the program itself is waited for elsewhere.
  siginfo_t info{};
  while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid > 0 &&
         info.si_pid != program) {
    waitpid(info.si_pid, nullptr, 0);
    info = {};
  }
}

/// Where note_child() reports children that have ended.
int child_reports = -1;

void note_child(int) {
  const int error = errno;
  [[maybe_unused]] const ssize_t size = write(child_reports, "", 1);
  errno = error;
}

/// A descriptor with a byte for children that have ended; -1, with errno, if there is none.
int child_signals() {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (const int end : ends) {
    if (fcntl(end, F_SETFD, FD_CLOEXEC) != 0 || fcntl(end, F_SETFL, O_NONBLOCK) != 0) return -1;
  }
  child_reports = ends[1];
  struct sigaction action {};
  action.sa_handler = note_child;
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  if (sigaction(SIGCHLD, &action, nullptr) != 0) return -1;
  return sigprocmask(SIG_UNBLOCK, &child, nullptr) == 0 ? ends[0] : -1;
}

long milliseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

/// Checks periodically whether a program exceeds its memory limit: so rarely that checking takes at
/// most a tenth of one processor, however many processes there are.
class MemoryWatch {
 public:
  explicit MemoryWatch(rlim_t most) : most_(most) {}

  /// The time until the next check, as for poll().
  int patience() const {
    if (most_ == RLIM_INFINITY) return -1;
    return static_cast<int>(std::max(0L, next_ - milliseconds_now()));
  }

  bool exceeded() {
    if (patience() != 0) return false;
    const long begin = milliseconds_now();
    ProcessTree family;
    family.find_descendants(getpid());
    const bool too_much = family.hold_more_than(most_);
    const long end = milliseconds_now();
    next_ = end + std::max(usual_wait, 9 * (end - begin));
    return too_much;
  }

 private:
  static constexpr long usual_wait = 50;
  rlim_t most_;
  long next_ = milliseconds_now() + usual_wait;
};

/// Until the program has ended, is no longer needed or exceeds its memory.
void watch(pid_t program, const LaunchEnds& ends, int children, rlim_t most_memory) {
  for (MemoryWatch memory(most_memory);;) {
    pollfd events[] = {{ends.control, POLLIN, 0}, {children, POLLIN, 0}};
    const int ready = poll(events, 2, memory.patience());
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return send_report(ends, LaunchReport::Kind::unready, errno);
    if (memory.exceeded()) return send_report(ends, LaunchReport::Kind::exceeded, 0);
    if (ready == 0) continue;
    if (events[1].revents) {
      char bytes[64];
      [[maybe_unused]] const ssize_t size = read(children, bytes, sizeof bytes);
      reap_others(program);
      if (has_ended(program)) return;
    }
    if (!events[0].revents) continue;
    char order = 0;
    if (read(ends.control, &order, 1) <= 0) return;
    kill(-program, SIGTERM);
  }
}

/// Starts the program, after everything else that could fail.
pid_t start_program(const Launch& launch, const LaunchEnds& ends) {
  const auto separate = isolation::start_namespace(launch);
  if (!separate) give_up(ends);
  const pid_t parent = *separate ? outside : getpid();
  const pid_t program = fork();
  if (program < 0) give_up(ends);
  if (program == 0) become_program(launch, ends, parent);
  setpgid(program, program);  // the child does the same; the first call counts
  for (const int end : {ends.input, ends.output, ends.errors}) close(end);
  return program;
}

[[noreturn]] void supervise(const Launch& launch, LaunchEnds ends) {
  close_foreign(ends);
  move_up(ends);
  forget_signal_handlers();
  if (setsid() < 0 || !isolation::adopt_orphans()) give_up(ends);
  const int children = child_signals();
  if (children < 0) give_up(ends);
  const pid_t program = start_program(launch, ends);
  send_report(ends, LaunchReport::Kind::running, program);
  watch(program, ends, children, most_memory(launch));
  kill(-program, SIGKILL);
  int status = 0;
  while (waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  send_report(ends, LaunchReport::Kind::ended, status);
  kill_descendants();
  isolation::leave(0);
}

}  // namespace

pid_t launch(const Launch& launch, const LaunchEnds& ends) {
  // No signal handler of this process may run in the copy. Signals stay blocked there until exec.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t supervisor = fork();
  if (supervisor == 0) supervise(launch, ends);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return supervisor;
}

}  // namespace schiri
