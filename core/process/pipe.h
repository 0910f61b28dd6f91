#pragma once

#include <chrono>
#include <optional>

#include "core/base/descriptor.h"

namespace schiri {

/// Both ends of a pipe, which started programs do not inherit.
struct Pipe {
  /// Throws InfrastructureError if the pipe cannot be created.
  Pipe();
  Descriptor read, write;
};

// What only Linux has does nothing on POSIX, or answers that it is not known.

/// Enlarges a pipe to 1 MiB, as far as the system allows.
void widen_pipe(int pipe);

/// The modification time of a pipe: its creation or, on some systems, the last write.
std::chrono::nanoseconds pipe_time(int pipe);
/// How long ago at least the pipe was last written to; `made` is its pipe_time() before. Nullopt if
/// the system does not tell, if that is less than its clock of files can show, or more than `most`.
std::optional<std::chrono::nanoseconds> age_of_last_write(int pipe, std::chrono::nanoseconds made,
                                                          std::chrono::nanoseconds most);

/// Handles a pending SIGPIPE, which is blocked, of this thread, if there is one.
void take_pipe_signal();

}  // namespace schiri
