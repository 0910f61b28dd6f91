#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstddef>

#include "core/process/isolation.h"

namespace schiri::isolation {

void leave(int status) {
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

void close_between(int first, int last) {
  if (first > last) return;
#ifdef SYS_close_range
  const auto from = static_cast<unsigned>(first), to = static_cast<unsigned>(last);
  if (syscall(SYS_close_range, from, to, 0u) == 0) return;
#endif
  constexpr long many = 1 << 20;
  const long known = sysconf(_SC_OPEN_MAX), most = known < 0 ? many : known;
  for (int descriptor = first; descriptor <= last && descriptor < most; ++descriptor) {
    close(descriptor);
  }
}

bool adopt_orphans() { return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

bool end_with_parent() { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0; }

namespace {

bool write_file(const char* path, const char* text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const auto size = static_cast<ssize_t>(strlen(text));
  const bool complete = write(file, text, static_cast<std::size_t>(size)) == size;
  close(file);
  return complete;
}

/// A number as text, without allocating memory.
class Digits {
 public:
  explicit Digits(unsigned number) {
    do {
      *--begin_ = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number > 0);
  }
  Digits(const Digits&) = delete;
  Digits& operator=(const Digits&) = delete;
  const char* text() const { return begin_; }

 private:
  char digits_[16] = "";
  char* begin_ = digits_ + sizeof digits_ - 1;
};

/// `0 0 1`: maps the one user of the namespace to the same user outside.
bool map_to_itself(const char* path, unsigned id) {
  const Digits digits(id);
  char line[64] = "";
  strcat(line, digits.text());
  strcat(line, " ");
  strcat(line, digits.text());
  strcat(line, " 1");
  return write_file(path, line);
}

/// Enters a user namespace, and others that it permits.
bool unshare_as_user(int others) {
  const unsigned user = geteuid(), group = getegid();
  if (unshare(CLONE_NEWUSER | others) != 0) return false;
  write_file("/proc/self/setgroups", "deny");
  map_to_itself("/proc/self/gid_map", group);
  map_to_itself("/proc/self/uid_map", user);
  return true;
}

/// From here on, processes started by this one are in a process id namespace. A command for another
/// machine must keep its user: ssh rejects files with an unknown owner.
bool separate_processes(const Launch& launch) {
  if (launch.shares_processes) return false;
  return unshare(CLONE_NEWPID) == 0 || (!launch.needs_network && unshare_as_user(CLONE_NEWPID));
}

/// The first process of a namespace: all others in it end with it, and it ends with the supervisor,
/// which alone holds the other end of `alive`. Ids start after the supervisor's own because
/// programs name files in /tmp by their id.
[[noreturn]] void keep_namespace(int alive, pid_t supervisor) {
  close_between(0, alive - 1);
  close_between(alive + 1, INT_MAX);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGCHLD, SIG_IGN);  // orphans are reaped automatically
  write_file("/proc/sys/kernel/ns_last_pid", Digits(static_cast<unsigned>(supervisor)).text());
  char byte = 0;
  if (write(alive, &byte, 1) != 1) leave(1);
  while (read(alive, &byte, 1) < 0 && errno == EINTR) {
  }
  leave(0);
}

/// Keeps 127.0.0.1 available to programs that use it.
void raise_loopback() {
  const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (any < 0) return;
  ifreq request{};
  strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP;
  ioctl(any, SIOCSIFFLAGS, &request);
  close(any);
}

}  // namespace

std::optional<bool> start_namespace(const Launch& launch) {
  int alive[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, alive) != 0) return std::nullopt;
  const pid_t self = getpid();
  const bool separate = separate_processes(launch);
  const pid_t first = separate ? fork() : 0;
  if (first < 0) return std::nullopt;
  if (separate && first == 0) keep_namespace(alive[1], self);
  close(alive[1]);
  char byte = 0;
  while (separate && read(alive[0], &byte, 1) < 0 && errno == EINTR) {
  }
  if (!separate) close(alive[0]);
  return separate;
}

void show_own_processes() {
  if (unshare(CLONE_NEWNS) != 0) return;
  // What is mounted on the old /proc then stays here. The root need not be a mount point (chroot).
  if (mount(nullptr, "/proc", nullptr, MS_REC | MS_SLAVE, nullptr) != 0) return;
  mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
}

bool leave_network() {
  // An empty network namespace, if necessary together with a user namespace that permits it.
  if (unshare(CLONE_NEWNET) != 0 && !unshare_as_user(CLONE_NEWNET)) return false;
  raise_loopback();
  return true;
}

}  // namespace schiri::isolation
