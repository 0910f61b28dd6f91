#pragma once

#include <sys/types.h>

#include <optional>

#include "core/process/supervisor.h"

namespace schiri {

/// As launch(), and remembers what was launched. From the first call on, orphans among our
/// descendants fall to us unless somebody is nearer. Any thread may call these.
pid_t launch_noted(const Launch& launch, const LaunchEnds& ends);

/// The status of a supervisor that has ended, as from waitpid, and forgets it; nothing while it
/// runs. An unknown one has ended with 0.
std::optional<int> reap_launched(pid_t supervisor);

/// Kills what has fallen to us: the descendants of programs whose supervisor was killed. Processes
/// that were our children before the first launch, and supervisors, are left alone.
void kill_orphans();

}  // namespace schiri
