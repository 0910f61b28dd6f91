// Injects failures of system calls; loaded before the C library (LD_PRELOAD).
//
//   SCHIRI_TEST_FAULTS="fork=2-3 file-write=5-9:ENOSPC child-dup=1-1 sync=70-70:SIGKILL"
//     The calls from .. to of one of the kinds below, or of one function, fail: with the given
//     error, otherwise with a usual one of the kind. `SHORT`: half of the data is written or read.
//     A signal is raised before the call, which is then made.
//     Counted from the beginning of main, only in this process; child-: in forked copies that have
//     not executed another program, all together. Started programs are not affected.
//     file-write@5f3c.7=1-1: counted from the seventh call at the call site 5f3c.
//   SCHIRI_TEST_SITES=FILE a line for each call, as `child-fork 5f3c`: its kind and its call site,
//                          which is the same in each run: where the function was called from
//   SCHIRI_TEST_CALLS=FILE a file with space for Counts, which is current even if the process is
//                          killed
//   SCHIRI_TEST_SYNCS=FILE a byte is added for each sync of a file
//   SCHIRI_TEST_CLOCK=1    the wall clock jumps by years, back and forth; other clocks do not

#include "tests/programs/faulty_system.h"

#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>

namespace {

using schiri_test::Counts;

struct Named {
  const char* name;
  int value;
};

/// The effect of a fault on a call; signals are negative.
constexpr int half = 100'000;
constexpr Named effects[] = {
    {"EACCES", EACCES},    {"EAGAIN", EAGAIN},    {"EINTR", EINTR},      {"EIO", EIO},
    {"EMFILE", EMFILE},    {"ENFILE", ENFILE},    {"ENOLCK", ENOLCK},    {"ENOMEM", ENOMEM},
    {"ENOSPC", ENOSPC},    {"EPERM", EPERM},      {"EROFS", EROFS},      {"SHORT", half},
    {"SIGHUP", -SIGHUP},   {"SIGINT", -SIGINT},   {"SIGKILL", -SIGKILL}, {"SIGTERM", -SIGTERM},
    {"SIGQUIT", -SIGQUIT}, {"SIGALRM", -SIGALRM}, {"SIGUSR1", -SIGUSR1}, {"SIGUSR2", -SIGUSR2},
    {"SIGPIPE", -SIGPIPE}, {"SIGXCPU", -SIGXCPU},
};

struct Fault {
  char name[32] = "";
  int from = 1, to = 0;
  int effect = 0;  ///< 0: the usual error
  bool in_child = false;
  unsigned site = 0;  ///< 0: counted from the first call
  int visit = 1;      ///< counted from this call at the site
};

Fault faults[Counts::most];
int fault_count = 0;
Counts own_counts;
Counts* counts = &own_counts;
bool is_active = false;  // between the beginning and the end of main
const pid_t first = getpid();

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// The function of this name that would be called without this library.
template <class Function>
struct Real {
  template <class... Arguments>
  auto operator()(Arguments... arguments) const {
    // A library may call it while it is loaded, before this library is initialized.
    return (function ? function : next<Function>(name))(arguments...);
  }
  void find() { function = next<Function>(name); }
  const char* name;
  Function* function = nullptr;
};

constinit Real<pid_t()> real_fork{"fork"};
constinit Real<time_t(time_t*)> real_time{"time"};
constinit Real<int(clockid_t, timespec*)> real_clock_gettime{"clock_gettime"};
constinit Real<FILE*(const char*, const char*)> real_fopen{"fopen"};
constinit Real<DIR*(const char*)> real_opendir{"opendir"};
constinit Real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)> real_pthread_create{
    "pthread_create"};

/// A forked copy of a process with threads must not look up symbols any more.
void find_real() {
  real_fork.find();
  real_time.find();
  real_clock_gettime.find();
  real_fopen.find();
  real_opendir.find();
  real_pthread_create.find();
}

/// `file-write=5-9:ENOSPC`.
void add_fault(const char* word) {
  if (fault_count == Counts::most) std::abort();
  Fault fault;
  char effect[16] = "";
  fault.in_child = std::strncmp(word, "child-", 6) == 0;
  if (fault.in_child) word += 6;
  if (std::sscanf(word, "%31[^=]=%d-%d:%15s", fault.name, &fault.from, &fault.to, effect) < 3) {
    std::abort();
  }
  if (char* const at = std::strchr(fault.name, '@')) {
    if (std::sscanf(at, "@%x.%d", &fault.site, &fault.visit) != 2) std::abort();
    *at = '\0';
  }
  for (const Named& known : effects) {
    if (std::strcmp(known.name, effect) == 0) fault.effect = known.value;
  }
  if (*effect && fault.effect == 0) std::abort();
  faults[fault_count++] = fault;
}

void read_faults() {
  char text[512] = "";
  if (const char* setting = std::getenv("SCHIRI_TEST_FAULTS")) {
    std::snprintf(text, sizeof text, "%s", setting);
  }
  char* rest = nullptr;
  for (char* word = strtok_r(text, " ", &rest); word; word = strtok_r(nullptr, " ", &rest)) {
    add_fault(word);
  }
}

/// Forked copies of this process share the counts.
void share_counts() {
  const char* path = std::getenv("SCHIRI_TEST_CALLS");
  const int file = path ? static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_RDWR)) : -1;
  const int flags = file < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED;
  const long place =
      syscall(SYS_mmap, nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, flags, file, 0L);
  if (file >= 0) syscall(SYS_close, file);
  if (place == -1) std::abort();
  counts = reinterpret_cast<Counts*>(place);
}

/// Machine code of the program or a library; its place in memory differs in each run.
struct Code {
  std::uintptr_t base, begin, end;
  bool holds(std::uintptr_t place) const { return place >= begin && place < end; }
};

Code codes[64];  // the program's is the first
int code_count = 0;

int note_code(dl_phdr_info* file, size_t, void*) {
  for (int i = 0; i < file->dlpi_phnum && code_count < std::ssize(codes); ++i) {
    const auto& part = file->dlpi_phdr[i];
    const std::uintptr_t begin = file->dlpi_addr + part.p_vaddr;
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    codes[code_count++] = {file->dlpi_addr, begin, begin + part.p_memsz};
  }
  return 0;
}

const char* site_log = nullptr;
bool needs_sites = false;

void find_sites() {
  site_log = std::getenv("SCHIRI_TEST_SITES");
  needs_sites = site_log || std::any_of(faults, faults + fault_count,
                                        [](const Fault& fault) { return fault.site != 0; });
  if (!needs_sites) return;
  dl_iterate_phdr(note_code, nullptr);
  void* callers[1];
  backtrace(callers, 1);  // which loads a library at first
}

/// Identifies where a function of this library was called from, by its nearest callers and its
/// nearest callers in the program: one place in SQLite writes for many reasons.
unsigned site_of(const char* function) {
  constexpr int most_callers = 2, most_in_program = 3;
  void* callers[64];
  const int count = backtrace(callers, static_cast<int>(std::size(callers)));
  const Code* const end = codes + code_count;
  const auto code_of = [&](std::uintptr_t place) {
    return std::find_if<const Code*>(codes, end,
                                     [&](const Code& code) { return code.holds(place); });
  };
  const Code* const here = code_of(reinterpret_cast<std::uintptr_t>(&note_code));
  unsigned hash = 2166136261;
  const auto mix = [&](std::uintptr_t value) {
    hash = static_cast<unsigned>((hash ^ value) * 16777619);
  };
  for (const char* c = function; *c; ++c) mix(static_cast<unsigned char>(*c));
  int others = 0, in_program = 0;
  for (int i = 0; i < count; ++i) {
    const auto place = reinterpret_cast<std::uintptr_t>(callers[i]);
    const Code* const code = code_of(place);
    if (code == here || code == end) continue;
    if (code == codes ? in_program++ >= most_in_program : others++ >= most_callers) continue;
    mix(place - code->base);
  }
  return std::max(hash, 1u);
}

void note_site(const char* kind, bool in_child, unsigned site) {
  if (!site_log) return;
  char line[64];
  const int size =
      std::snprintf(line, sizeof line, "%s%s %x\n", in_child ? "child-" : "", kind, site);
  const long file = syscall(SYS_openat, AT_FDCWD, site_log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  syscall(SYS_write, file, line, static_cast<long>(size));
  syscall(SYS_close, file);
}

[[gnu::constructor]] void begin() {
  find_real();
  read_faults();
  find_sites();
  share_counts();
  unsetenv("LD_PRELOAD");
}

/// The effect on a call, 0 if it must be made.
int effect_of(const char* kind, const char* function, int usual) {
  if (!is_active || (fault_count == 0 && !site_log)) return 0;
  const bool in_child = getpid() != first;
  const unsigned site = needs_sites ? site_of(function) : 0;
  note_site(kind, in_child, site);
  int effect = 0;
  for (int i = 0; i < fault_count; ++i) {
    const Fault& fault = faults[i];
    if (fault.in_child != in_child) continue;
    if (std::strcmp(fault.name, kind) != 0 && std::strcmp(fault.name, function) != 0) continue;
    if (fault.site != 0 && counts->calls[i] == 0 &&
        (site != fault.site || ++counts->visits[i] < fault.visit)) {
      continue;
    }
    const int call = ++counts->calls[i];
    if (call < fault.from || call > fault.to) continue;
    ++counts->strikes[i];
    effect = fault.effect ? fault.effect : usual;
    if (effect < 0) kill(getpid(), -effect);
  }
  return effect < 0 ? 0 : effect;
}

/// Did the call fail?
bool fails(const char* kind, const char* function, int usual) {
  const int effect = effect_of(kind, function, usual);
  if (effect == 0 || effect == half) return false;
  errno = effect;
  return true;
}

bool is_regular(int file) {
  struct stat state {};
  return syscall(SYS_fstat, file, &state) == 0 && S_ISREG(state.st_mode);
}

/// The size for a call; nothing if it must fail.
struct Portion {
  Portion(const char* of_files, const char* of_others, const char* function, int file,
          size_t wanted)
      : size(wanted) {
    // Standard error is never affected.
    const int error = errno;
    const bool regular = is_regular(file);
    errno = error;
    const int effect = file == STDERR_FILENO ? 0
                                             : effect_of(regular ? of_files : of_others, function,
                                                         regular ? EIO : ENOMEM);
    if (effect == half) {
      size = std::max<size_t>(1, size / 2);
    } else if (effect != 0) {
      errno = effect;
      failed = true;
    }
  }
  size_t size;
  bool failed = false;
};

Portion to_write(const char* function, int file, size_t size) {
  return Portion("file-write", "pipe-write", function, file, size);
}
Portion to_read(const char* function, int file, size_t size) {
  return Portion("file-read", "pipe-read", function, file, size);
}

const char* const sync_log = std::getenv("SCHIRI_TEST_SYNCS");
const bool clock_jumps = std::getenv("SCHIRI_TEST_CLOCK") != nullptr;

void note_sync() {
  if (!sync_log) return;
  const long file = syscall(SYS_openat, AT_FDCWD, sync_log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  syscall(SYS_write, file, "s", 1L);
  syscall(SYS_close, file);
}

/// Do locks fail? A program that mistakes that for the lock of another process waits for half a
/// minute, which would dominate the time of the tests.
bool locks_fail() {
  const auto is_lock = [](const Fault& fault) { return std::strcmp(fault.name, "lock") == 0; };
  return is_active && std::any_of(faults, faults + fault_count, is_lock);
}

/// The error of the wall clock in seconds, different each time.
time_t jump() {
  static std::atomic<int> calls = 0;
  constexpr time_t day = 24 * 60 * 60;
  if (!clock_jumps) return 0;
  return ++calls % 2 == 0 ? -3000 * day : 5000 * day;
}

int open_at(const char* function, int folder, const char* path, int flags, mode_t mode) {
  if (fails("open", function, EMFILE)) return -1;
  return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

int change_descriptor(int file, int command, long argument) {
  const bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
  const bool locks = command == F_SETLK || command == F_SETLKW;
  if (copies && fails("dup", "fcntl", EMFILE)) return -1;
  if (locks && fails("lock", "fcntl", ENOLCK)) return -1;
  return static_cast<int>(syscall(SYS_fcntl, file, command, argument));
}

void* map_memory(void* place, size_t size, int protection, int flags, int file, off_t at) {
  if (fails("mmap", "mmap", ENOMEM)) return MAP_FAILED;
  return reinterpret_cast<void*>(syscall(SYS_mmap, place, size, protection, flags, file, at));
}

int (*real_main)(int, char**, char**) = nullptr;

int watched_main(int count, char** words, char** environment) {
  is_active = true;
  const int status = real_main(count, words, environment);
  is_active = false;
  return status;
}

mode_t mode_of(int flags, va_list& rest) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(rest, unsigned)) : 0;
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int count, char** words, void (*init)(),
                      void (*fini)(), void (*end_of_loader)(), void* stack) {
  real_main = main;
  using Main = int(int, char**, char**);
  return next<int(Main*, int, char**, void (*)(), void (*)(), void (*)(), void*)>(
      "__libc_start_main")(watched_main, count, words, init, fini, end_of_loader, stack);
}

pid_t fork() { return fails("fork", "fork", EAGAIN) ? -1 : real_fork(); }

int unshare(int what) {
  return fails("unshare", "unshare", EPERM) ? -1 : static_cast<int>(syscall(SYS_unshare, what));
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) {
  if (fails("clone", "pthread_create", EAGAIN)) return errno;
  return real_pthread_create(thread, attributes, work, argument);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_at("open", AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_at("open", AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_at("openat", folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_at("openat", folder, path, flags, mode);
}

// Called by code that is compiled with fortification.
int __open_2(const char* path, int flags) { return open_at("open", AT_FDCWD, path, flags, 0); }
int __open64_2(const char* path, int flags) { return open_at("open", AT_FDCWD, path, flags, 0); }

FILE* fopen(const char* path, const char* mode) {
  return fails("open", "fopen", EMFILE) ? nullptr : real_fopen(path, mode);
}

FILE* fopen64(const char* path, const char* mode) {
  return fails("open", "fopen", EMFILE) ? nullptr : real_fopen(path, mode);
}

DIR* opendir(const char* path) {
  return fails("open", "opendir", EMFILE) ? nullptr : real_opendir(path);
}

int close(int file) {
  const bool failed = fails("close", "close", EIO);
  const int error = errno;
  const auto result = static_cast<int>(syscall(SYS_close, file));
  if (!failed) return result;
  errno = error;
  return -1;
}

int dup(int file) {
  return fails("dup", "dup", EMFILE) ? -1 : static_cast<int>(syscall(SYS_dup, file));
}

int dup2(int file, int wanted) {
  if (fails("dup", "dup2", EMFILE)) return -1;
  // Not every architecture has dup2 as a system call, and dup3 rejects equal descriptors.
  if (file == wanted) return static_cast<int>(syscall(SYS_fcntl, file, F_GETFD)) < 0 ? -1 : wanted;
  return static_cast<int>(syscall(SYS_dup3, file, wanted, 0));
}

int dup3(int file, int wanted, int flags) {
  if (fails("dup", "dup3", EMFILE)) return -1;
  return static_cast<int>(syscall(SYS_dup3, file, wanted, flags));
}

int fcntl(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  const long argument = va_arg(rest, long);
  va_end(rest);
  return change_descriptor(file, command, argument);
}

int fcntl64(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  const long argument = va_arg(rest, long);
  va_end(rest);
  return change_descriptor(file, command, argument);
}

int pipe(int ends[2]) {
  return fails("pipe", "pipe", EMFILE) ? -1 : static_cast<int>(syscall(SYS_pipe2, ends, 0));
}

int pipe2(int ends[2], int flags) {
  if (fails("pipe", "pipe2", EMFILE)) return -1;
  return static_cast<int>(syscall(SYS_pipe2, ends, flags));
}

void* mmap(void* place, size_t size, int protection, int flags, int file, off_t at) {
  return map_memory(place, size, protection, flags, file, at);
}

void* mmap64(void* place, size_t size, int protection, int flags, int file, off_t at) {
  return map_memory(place, size, protection, flags, file, at);
}

ssize_t write(int file, const void* text, size_t size) {
  const Portion portion = to_write("write", file, size);
  return portion.failed ? -1 : syscall(SYS_write, file, text, portion.size);
}

ssize_t writev(int file, const iovec* pieces, int count) {
  size_t size = 0;
  for (int i = 0; i < count; ++i) size += pieces[i].iov_len;
  const Portion portion = to_write("writev", file, size);
  if (portion.failed) return -1;
  if (portion.size < size) {
    return syscall(SYS_write, file, pieces->iov_base, std::min(portion.size, pieces->iov_len));
  }
  return syscall(SYS_writev, file, pieces, count);
}

ssize_t pwrite64(int file, const void* text, size_t size, off64_t place) {
  const Portion portion = to_write("pwrite64", file, size);
  return portion.failed ? -1 : syscall(SYS_pwrite64, file, text, portion.size, place);
}

ssize_t pwrite(int file, const void* text, size_t size, off_t place) {
  return pwrite64(file, text, size, place);
}

ssize_t read(int file, void* text, size_t size) {
  const Portion portion = to_read("read", file, size);
  return portion.failed ? -1 : syscall(SYS_read, file, text, portion.size);
}

ssize_t pread(int file, void* text, size_t size, off_t place) {
  const Portion portion = to_read("pread", file, size);
  return portion.failed ? -1 : syscall(SYS_pread64, file, text, portion.size, place);
}

ssize_t pread64(int file, void* text, size_t size, off64_t place) {
  const Portion portion = to_read("pread64", file, size);
  return portion.failed ? -1 : syscall(SYS_pread64, file, text, portion.size, place);
}

int fsync(int file) {
  note_sync();
  return fails("sync", "fsync", EIO) ? -1 : static_cast<int>(syscall(SYS_fsync, file));
}

int fdatasync(int file) {
  note_sync();
  return fails("sync", "fdatasync", EIO) ? -1 : static_cast<int>(syscall(SYS_fdatasync, file));
}

int ftruncate64(int file, off64_t size) {
  return fails("truncate", "ftruncate", EIO) ? -1
                                             : static_cast<int>(syscall(SYS_ftruncate, file, size));
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int rename(const char* from, const char* to) {
  if (fails("rename", "rename", EACCES)) return -1;
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int unlinkat(int folder, const char* path, int flags) {
  if (fails("unlink", "unlinkat", EACCES)) return -1;
  return static_cast<int>(syscall(SYS_unlinkat, folder, path, flags));
}

int unlink(const char* path) { return unlinkat(AT_FDCWD, path, 0); }

int rmdir(const char* path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char* path) {
  struct stat state {};
  const bool folder = lstat(path, &state) == 0 && S_ISDIR(state.st_mode);
  return unlinkat(AT_FDCWD, path, folder ? AT_REMOVEDIR : 0);
}

int mkdir(const char* path, mode_t mode) {
  if (fails("mkdir", "mkdir", ENOSPC)) return -1;
  return static_cast<int>(syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}

int poll(pollfd* events, nfds_t count, int milliseconds) {
  if (fails("poll", "poll", EINTR)) return -1;
  timespec patience{milliseconds / 1000, (milliseconds % 1000) * 1'000'000L};
  return static_cast<int>(
      syscall(SYS_ppoll, events, count, milliseconds < 0 ? nullptr : &patience, nullptr, 0L));
}

int usleep(useconds_t microseconds) {
  const timespec time{microseconds / 1'000'000, (microseconds % 1'000'000) * 1000L};
  return nanosleep(&time, nullptr);
}

int nanosleep(const timespec* time, timespec* left) {
  if (locks_fail()) return 0;
  return static_cast<int>(syscall(SYS_nanosleep, time, left));
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
