// A system that fails now and then, loaded before the C library (LD_PRELOAD).
//
//   SCHIRI_TEST_FAULTS="fork=2-3 pipe2=5-9 child-fork=1-1"   the calls from .. to that fail;
//                          child-fork: those of a copy of the process that has not become another;
//                          pwrite64: for want of room; fdatasync and pread: by an error of the
//                          disk
//   SCHIRI_TEST_SYNCS=FILE a byte is added for each time that a file is synced
//   SCHIRI_TEST_CLOCK=1    the clock of days jumps by years, back and forth; others do not

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
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
Fault write_fault("pwrite64"), sync_fault("fdatasync"), read_fault("pread");
const pid_t first = getpid();
const auto real_fork = next<pid_t()>("fork");
const auto real_pipe2 = next<int(int*, int)>("pipe2");
const auto real_fsync = next<int(int)>("fsync");
const auto real_fdatasync = next<int(int)>("fdatasync");
const auto real_pwrite64 = next<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
const auto real_pread = next<ssize_t(int, void*, size_t, off_t)>("pread");
const auto real_time = next<time_t(time_t*)>("time");
const auto real_clock_gettime = next<int(clockid_t, timespec*)>("clock_gettime");
const char* const sync_log = std::getenv("SCHIRI_TEST_SYNCS");
const bool clock_jumps = std::getenv("SCHIRI_TEST_CLOCK") != nullptr;

void note_sync() {
  if (!sync_log) return;
  const int file = open(sync_log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  [[maybe_unused]] const ssize_t written = write(file, "s", 1);
  close(file);
}

/// How many seconds a clock of days is away from the truth, each time another number.
time_t jump() {
  static std::atomic<int> calls = 0;
  constexpr time_t day = 24 * 60 * 60;
  if (!clock_jumps) return 0;
  return ++calls % 2 == 0 ? -3000 * day : 5000 * day;
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
  if (sync_fault.strikes()) {
    errno = EIO;
    return -1;
  }
  return real_fdatasync(file);
}

ssize_t pread(int file, void* text, size_t size, off_t place) {
  if (read_fault.strikes()) {
    errno = EIO;
    return -1;
  }
  return real_pread(file, text, size, place);
}

ssize_t pwrite64(int file, const void* text, size_t size, off64_t place) {
  if (write_fault.strikes()) {
    errno = ENOSPC;
    return -1;
  }
  return real_pwrite64(file, text, size, place);
}

time_t time(time_t* result) {
  const time_t now = real_time(nullptr) + jump();
  if (result) *result = now;
  return now;
}

int clock_gettime(clockid_t clock, timespec* result) {
  const int status = real_clock_gettime(clock, result);
  if (status == 0 && clock == CLOCK_REALTIME) result->tv_sec += jump();
  return status;
}
}
