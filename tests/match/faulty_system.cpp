// A system that fails now and then, loaded before the C library (LD_PRELOAD).
//
//   SCHIRI_TEST_FAULTS="fork=2-3 pipe2=5-9 child-fork=1-1"   the calls from .. to that fail;
//                          child-fork: those of a copy of the process that has not become another
//   SCHIRI_TEST_SYNCS=FILE a byte is added for each time that a file is synced
//   SCHIRI_TEST_CLOCK=1    the clock of days jumps by years, back and forth

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

struct Fault {
  explicit Fault(const char* fault_name) : name(fault_name) {
    const char* text = std::getenv("SCHIRI_TEST_FAULTS");
    char wanted[32];
    std::snprintf(wanted, sizeof wanted, " %s=", name);
    char faults[512];
    std::snprintf(faults, sizeof faults, " %s", text ? text : "");
    if (const char* found = std::strstr(faults, wanted)) {
      std::sscanf(found + std::strlen(wanted), "%d-%d", &from, &to);
    }
  }
  bool strikes() {
    const int call = ++calls;
    return call >= from && call <= to;
  }

  const char* name;
  int from = 1, to = 0, calls = 0;
};

Fault fork_fault("fork"), child_fork_fault("child-fork"), pipe_fault("pipe2");
const pid_t first = getpid();
const auto real_fork = next<pid_t()>("fork");
const auto real_pipe2 = next<int(int*, int)>("pipe2");
const auto real_fsync = next<int(int)>("fsync");
const auto real_fdatasync = next<int(int)>("fdatasync");
const auto real_time = next<time_t(time_t*)>("time");
const char* const sync_log = std::getenv("SCHIRI_TEST_SYNCS");
const bool clock_jumps = std::getenv("SCHIRI_TEST_CLOCK") != nullptr;

void note_sync() {
  if (!sync_log) return;
  const int file = open(sync_log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  [[maybe_unused]] const ssize_t written = write(file, "s", 1);
  close(file);
}

}  // namespace

extern "C" {

pid_t fork() {
  if ((getpid() == first ? fork_fault : child_fork_fault).strikes()) {
    errno = EAGAIN;
    return -1;
  }
  return real_fork();
}

int pipe2(int ends[2], int flags) {
  if (pipe_fault.strikes()) {
    errno = EMFILE;
    return -1;
  }
  return real_pipe2(ends, flags);
}

int fsync(int file) {
  note_sync();
  return real_fsync(file);
}

int fdatasync(int file) {
  note_sync();
  return real_fdatasync(file);
}

time_t time(time_t* result) {
  static int calls = 0;
  time_t now = real_time(nullptr);
  constexpr time_t day = 24 * 60 * 60;
  if (clock_jumps) now += ++calls % 2 == 0 ? -3000 * day : 5000 * day;
  if (result) *result = now;
  return now;
}
}
