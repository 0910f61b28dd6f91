#include "core/match/supervisor.h"

#include <dirent.h>
#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

// Everything below runs in a copy of a process that had other threads: only what is safe in a
// signal handler may be called, nothing that takes memory or locks.

namespace schiri {

namespace {

// Where the pipes lie in the supervisor and, but for the first three, nowhere else.
enum Descriptor : int { control_end = 3, report_end = 4, first_foreign = 5 };

void tell(LaunchReport::Kind kind, int value) {
  const LaunchReport report{kind, value};
  [[maybe_unused]] const ssize_t written = write(report_end, &report, sizeof report);
}

void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, static_cast<unsigned>(first), ~0u, 0u) == 0) return;
#endif
  const long most = sysconf(_SC_OPEN_MAX);
  for (int descriptor = first; descriptor < most; ++descriptor) close(descriptor);
}

void arrange_descriptors(const LaunchEnds& ends) {
  const int wanted[] = {ends.input, ends.output, ends.errors, ends.control, ends.report};
  constexpr int count = sizeof wanted / sizeof *wanted;
  int high[count];
  // First out of each other's way.
  for (int i = 0; i < count; ++i) high[i] = fcntl(wanted[i], F_DUPFD, 64);
  for (int i = 0; i < count; ++i) dup2(high[i], i);
  fcntl(control_end, F_SETFD, FD_CLOEXEC);
  fcntl(report_end, F_SETFD, FD_CLOEXEC);
  close_from(first_foreign);
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

bool write_file(const char* path, const char* text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const auto size = static_cast<ssize_t>(strlen(text));
  const bool complete = write(file, text, static_cast<std::size_t>(size)) == size;
  close(file);
  return complete;
}

/// `0 0 1`: the one user of the namespace is the same as outside.
bool map_to_itself(const char* path, unsigned id) {
  char digits[16], line[64] = "";
  int at = sizeof digits - 1;
  digits[at] = '\0';
  do {
    digits[--at] = static_cast<char>('0' + id % 10);
    id /= 10;
  } while (id > 0);
  strcat(line, digits + at);
  strcat(line, " ");
  strcat(line, digits + at);
  strcat(line, " 1");
  return write_file(path, line);
}

/// A network with nothing in it; without the right to it, in a user namespace that has it.
bool leave_network() {
  if (unshare(CLONE_NEWNET) == 0) return true;
  const unsigned user = geteuid(), group = getegid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
  write_file("/proc/self/setgroups", "deny");
  map_to_itself("/proc/self/gid_map", group);
  map_to_itself("/proc/self/uid_map", user);
  return true;
}

/// Programs that talk to themselves through 127.0.0.1 may go on doing so.
void raise_loopback() {
  const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (any < 0) return;
  ifreq request{};
  strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP;
  ioctl(any, SIOCSIFFLAGS, &request);
  close(any);
}

void limit(decltype(RLIMIT_CORE) resource, rlim_t most) {
  rlimit limits{};
  getrlimit(resource, &limits);
  limits.rlim_cur = most;
  limits.rlim_max = limits.rlim_max < most ? limits.rlim_max : most;
  setrlimit(resource, &limits);
}

rlim_t most_memory(const Launch& launch) {
  return launch.memory ? static_cast<rlim_t>(*launch.memory) << 20 : RLIM_INFINITY;
}

[[noreturn]] void become_program(const Launch& launch, pid_t supervisor) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(127);
  limit(RLIMIT_CORE, 0);
  if (launch.memory) limit(RLIMIT_DATA, most_memory(launch));
  if (leave_network()) {
    raise_loopback();
  } else {
    tell(LaunchReport::Kind::networked, errno);
  }
  if (launch.directory && chdir(launch.directory) != 0) {
    tell(LaunchReport::Kind::no_directory, errno);
    _exit(127);
  }
  unblock_signals();
  execvp(launch.arguments[0], launch.arguments);
  tell(LaunchReport::Kind::refused, errno);
  _exit(127);
}

/// Calls `visitor(number)` for each number in a file below /proc, up to so many characters of it.
/// False where there is no such file.
template <class Visitor>
bool visit_numbers(const char* path, const Visitor& visitor) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char buffer[4096];
  long number = -1;
  for (ssize_t size; (size = read(file, buffer, sizeof buffer)) > 0;) {
    for (ssize_t i = 0; i < size; ++i) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        number = (number < 0 ? 0 : number * 10) + (buffer[i] - '0');
      } else if (number >= 0) {
        visitor(number);
        number = -1;
      }
    }
  }
  close(file);
  return true;
}

/// A path below /proc, put together without taking memory.
class ProcPath {
 public:
  ProcPath() { add("/proc/"); }
  ProcPath& add(const char* text) {
    while (*text && size_ + 1 < sizeof text_) text_[size_++] = *text++;
    text_[size_] = '\0';
    return *this;
  }
  ProcPath& add(long number) {
    char digits[24];
    int at = sizeof digits - 1;
    digits[at] = '\0';
    do {
      digits[--at] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number > 0);
    return add(digits + at);
  }
  const char* text() const { return text_; }

 private:
  char text_[128];
  std::size_t size_ = 0;
};

/// The descendants of this process, as many as there is room for.
class Family {
 public:
  /// Looks for them anew.
  void find() {
    count_ = 0;
    add_children_of(getpid());
    for (int i = 0; i < count_; ++i) add_children_of(members_[i]);
  }

  /// The memory that belongs to them alone, in bytes.
  rlim_t memory() const {
    rlim_t pages = 0;
    for (int i = 0; i < count_; ++i) pages += pages_of(members_[i]);
    return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  }

 private:
  static constexpr int most = 1024;

  void add_children_of(long process) {
    const int tasks =
        open(ProcPath().add(process).add("/task").text(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (tasks < 0) return;
    alignas(dirent64) char buffer[4096];
    for (long size; (size = syscall(SYS_getdents64, tasks, buffer, sizeof buffer)) > 0;) {
      for (long at = 0; at < size;) {
        const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
        at += entry->d_reclen;
        if (entry->d_name[0] != '.') add_children_of(process, entry->d_name);
      }
    }
    close(tasks);
  }

  void add_children_of(long process, const char* task) {
    const ProcPath path = ProcPath().add(process).add("/task/").add(task).add("/children");
    visit_numbers(path.text(), [this](long child) {
      if (count_ < most) members_[count_++] = child;
    });
  }

  /// Of all its pages in memory those that are not parts of files or shared.
  static rlim_t pages_of(long process) {
    long numbers[3] = {};
    int known = 0;
    visit_numbers(ProcPath().add(process).add("/statm").text(), [&](long number) {
      if (known < 3) numbers[known++] = number;
    });
    return numbers[1] > numbers[2] ? static_cast<rlim_t>(numbers[1] - numbers[2]) : 0;
  }

  long members_[most];
  int count_ = 0;
};

/// Sends SIGKILL to all children that the supervisor has now. Their children become its own and
/// are found the next time. Answers false where the system does not tell them.
bool kill_children() {
  return visit_numbers("/proc/thread-self/children",
                       [](long child) { kill(static_cast<pid_t>(child), SIGKILL); });
}

/// Until none is left, or for some seconds: what hangs in the kernel cannot be waited for.
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

/// Has the program ended? Its id stays taken, so that its group can still be named.
bool has_ended(pid_t program) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == program;
}

void reap_others(pid_t program) {
  // Orphans that end while the program runs; it itself is waited for elsewhere.
  siginfo_t info{};
  while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid > 0 &&
         info.si_pid != program) {
    waitpid(info.si_pid, nullptr, 0);
    info = {};
  }
}

/// Until the program has ended, nobody wants it any more or it uses too much memory.
void watch(pid_t program, int children, rlim_t most_memory) {
  constexpr int memory_is_looked_at = 50;  // milliseconds
  for (;;) {
    pollfd events[] = {{control_end, POLLIN, 0}, {children, POLLIN, 0}};
    const bool looks = most_memory != RLIM_INFINITY;
    if (poll(events, 2, looks ? memory_is_looked_at : -1) == 0) {
      Family family;
      family.find();
      if (family.memory() <= most_memory) continue;
      tell(LaunchReport::Kind::exceeded, 0);
      return;
    }
    if (events[1].revents) {
      signalfd_siginfo info;
      [[maybe_unused]] const ssize_t size = read(children, &info, sizeof info);
      reap_others(program);
      if (has_ended(program)) return;
    }
    if (!events[0].revents) continue;
    char order = 0;
    if (read(control_end, &order, 1) <= 0) return;
    kill(-program, SIGTERM);
  }
}

[[noreturn]] void supervise(const Launch& launch, const LaunchEnds& ends) {
  arrange_descriptors(ends);
  setsid();
  forget_signal_handlers();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t self = getpid();
  const pid_t program = fork();
  if (program < 0) {
    tell(LaunchReport::Kind::refused, errno);
    _exit(1);
  }
  if (program == 0) become_program(launch, self);
  setpgid(program, program);
  for (int i = 0; i < 3; ++i) close(i);
  tell(LaunchReport::Kind::running, program);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  watch(program, signalfd(-1, &child, SFD_CLOEXEC), most_memory(launch));
  kill(-program, SIGKILL);
  int status = 0;
  waitpid(program, &status, 0);
  tell(LaunchReport::Kind::ended, status);
  kill_descendants();
  _exit(0);
}

}  // namespace

pid_t launch(const Launch& launch, const LaunchEnds& ends) {
  // No handler of ours may run in the copy. There signals stay blocked until the program begins.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t supervisor = fork();
  if (supervisor == 0) supervise(launch, ends);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return supervisor;
}

}  // namespace schiri
