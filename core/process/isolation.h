#pragma once

#include <sys/types.h>

#include <optional>

#include "core/process/supervisor.h"

/// What a supervisor asks of the system for itself and its program. Everything is
/// async-signal-safe, since it runs in a copy of a process that had other threads. On POSIX there
/// is none of this isolation, and each call says so.
namespace schiri::isolation {

/// Ends this process as _exit() does, and under ThreadSanitizer without flushing the buffers of the
/// process that forked.
[[noreturn]] void leave(int status);

/// Closes all descriptors from the first to the last.
void close_between(int first, int last);

/// From now on, orphans among the descendants become children of this process. False, with errno,
/// if the system refuses; true on POSIX, where they are lost.
bool adopt_orphans();
/// This process will be killed when its parent ends. False, with errno, if the system refuses; true
/// on POSIX, where it survives.
bool end_with_parent();

/// Gives the processes that are started from now on a namespace of process ids. False if that is
/// not wanted or not permitted; nullopt, with errno, if the system lacks resources.
std::optional<bool> start_namespace(const Launch& launch);
/// Mounts a /proc of that namespace, visible to the program alone.
void show_own_processes();

/// Leaves the network but for 127.0.0.1. False, with errno, if the system does not permit that.
bool leave_network();

}  // namespace schiri::isolation
