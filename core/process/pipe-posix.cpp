#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/errors.h"
#include "core/process/pipe.h"

namespace schiri {

Pipe::Pipe() {
  int ends[2];
  if (::pipe(ends) == 0) {
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
    if (fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0) {
      return;
    }
  }
  throw InfrastructureError(message("cannot create a pipe: {0}", system_message(errno)));
}

void widen_pipe(int) {}

std::chrono::nanoseconds pipe_time(int) { return {}; }

std::optional<std::chrono::nanoseconds> age_of_last_write(int, std::chrono::nanoseconds,
                                                          std::chrono::nanoseconds) {
  return std::nullopt;
}

void take_pipe_signal() {
  sigset_t pipe_signal, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  int taken = 0;
  if (sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1) {
    sigwait(&pipe_signal, &taken);
  }
}

}  // namespace schiri
