#pragma once

#include <sys/types.h>

#include <optional>
#include <string_view>
#include <vector>

namespace schiri {

// POSIX tells how many processors there are, but neither binds to one nor limits other processes.

/// The processors that this process may run on, by the system's numbers, ascending.
std::vector<int> usable_processors();
/// These processors, with those that share a core with an earlier one at the end.
std::vector<int> usable_processors_by_core();

/// Reads `0-3`, `0,2` or both together; nullopt if the text is invalid, has a number that no
/// processor can have, or one twice.
std::optional<std::vector<int>> parse_processors(std::string_view text);

/// Binds this thread, and all its future threads and processes, to one processor; false if the
/// system refuses. Async-signal-safe.
bool stay_on_processor(int processor);

/// Does the system limit the processor time of a running process, and the memory of several
/// together?
bool limits_programs();
/// Limits the processor time of a process to this many seconds from now on, after which the system
/// ends it.
void limit_processor_time(pid_t process, int seconds);

}  // namespace schiri
