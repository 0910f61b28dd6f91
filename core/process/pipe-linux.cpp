#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/errors.h"
#include "core/process/pipe.h"

namespace schiri {

namespace {

using std::chrono::nanoseconds;

nanoseconds duration(const timespec& time) {
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

/// The times of files come from a clock that advances in such steps.
nanoseconds file_clock_step() {
  timespec step{};
  return clock_getres(CLOCK_REALTIME_COARSE, &step) == 0 ? duration(step)
                                                         : std::chrono::milliseconds{10};
}

/// The current time by the clock of these times.
nanoseconds file_time() {
  timespec now{};
  return clock_gettime(CLOCK_REALTIME_COARSE, &now) == 0 ? duration(now) : nanoseconds{};
}

}  // namespace

Pipe::Pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw InfrastructureError(message("cannot create a pipe: {0}", system_message(errno)));
  }
  read = Descriptor(ends[0]);
  write = Descriptor(ends[1]);
}

void widen_pipe(int pipe) { fcntl(pipe, F_SETPIPE_SZ, 1 << 20); }

nanoseconds pipe_time(int pipe) {
  struct stat state {};
  return fstat(pipe, &state) == 0 ? duration(state.st_mtim) : nanoseconds{};
}

std::optional<nanoseconds> age_of_last_write(int pipe, nanoseconds made, nanoseconds most) {
  static const nanoseconds step = file_clock_step();
  const nanoseconds unknown = step + std::chrono::milliseconds{1};
  if (most <= unknown) return std::nullopt;
  const nanoseconds written = pipe_time(pipe);
  const nanoseconds age = file_time() - written;
  if (written == made || age <= unknown || age - step > most) return std::nullopt;
  return age - step;
}

void take_pipe_signal() {
  sigset_t pipe_signal;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  const timespec at_once{};
  sigtimedwait(&pipe_signal, nullptr, &at_once);
}

}  // namespace schiri
