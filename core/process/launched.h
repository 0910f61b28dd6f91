#pragma once

#include <sys/types.h>

#include <optional>

#include "core/process/supervisor.h"

namespace schiri {

/// Calls launch() and remembers the process. From the first call on, this process is a subreaper of
/// its orphaned descendants. Any thread may call these functions.
pid_t launch_noted(const Launch& launch, const LaunchEnds& ends);

/// The status of a supervisor that has ended, as from waitpid, and forgets it; nothing while it
/// runs. An unknown one has ended with 0.
std::optional<int> reap_launched(pid_t supervisor);

/// Kills what has fallen to us: the descendants of programs whose supervisor was killed. Processes
/// that were our children before the first launch, and supervisors, are left alone.
void kill_orphans();

}  // namespace schiri
