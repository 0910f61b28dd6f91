#pragma once

#include <sys/types.h>

#include <optional>

#include "core/process/supervisor.h"

namespace schiri {

/// Calls launch() and remembers the process. From the first call on, this process is a subreaper of
/// its orphaned descendants. Any thread may call these functions.
pid_t launch_noted(const Launch& launch, const LaunchEnds& ends);

/// Returns the waitpid status of a supervisor that has ended, and removes it; nullopt while it
/// runs. The status of an unknown one is 0.
std::optional<int> reap_launched(pid_t supervisor);

/// Kills our adopted orphans: the descendants of programs whose supervisor was killed. Does not
/// touch supervisors and processes that were our children before the first launch.
void kill_orphans();

}  // namespace schiri
