#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <optional>
#include <span>

namespace schiri {

/// A limit for a program, as setrlimit takes it.
struct ResourceLimit {
  decltype(RLIMIT_NOFILE) resource;
  rlimit limit;
};

/// The parameters of a launch. Everything is prepared before the fork because little is permitted
/// after it.
struct Launch {
  char* const* arguments = nullptr;  ///< ended by null
  const char* directory = nullptr;   ///< null: the current one
  std::optional<int> memory;         ///< MiB that all its processes together may use
  std::optional<int> processor;      ///< the only one that they may run on
  bool needs_network = false;
  char* const* environment = nullptr;  ///< `NAME=value`, ended by null; null: all of this process
  bool shares_processes = false;       ///< no process id namespace of its own
  /// The limits to restore for the program because this process has raised its own.
  std::span<const ResourceLimit> usual_limits = {};
};

/// A supervisor's report on its program, as bytes through a pipe.
struct LaunchReport {
  enum class Kind : int {
    refused,       ///< it could not be started; `value` is the errno
    no_directory,  ///< its directory could not be entered; `value` is the errno
    unready,       ///< the system refused to prepare it, not its fault; `value` is the errno
    networked,     ///< it could not be isolated from the network; it runs all the same
    running,       ///< `value` is its process id
    exceeded,      ///< it is about to be killed because it exceeds its memory limit
    ended,         ///< `value` is its waitpid status
  };
  Kind kind;
  int value;
};

/// The pipe ends for the program and its supervisor.
struct LaunchEnds {
  int input = -1, output = -1, errors = -1;  ///< the program's own
  int control = -1;  ///< the supervisor's: `T` requests SIGTERM, closing it kills
  int report = -1;   ///< where the supervisor writes LaunchReport
};

/// Starts a program under a supervisor: an intermediate process that kills the program and every
/// descendant when the program ends or the other end of `control` is closed (so also when this
/// process is killed), and then ends. The program leads a process group of its own, has no
/// terminal, dumps no core and, if the system permits and it needs none, has no network. Both first
/// close all inherited descriptors but their pipe ends.
///
/// If the system permits (pid_namespaces(7)), the program and its descendants have process ids of
/// their own: they cannot signal the supervisor, this process or other programs, and the system
/// ends all of them with the supervisor. Otherwise the supervisor adopts orphans among the
/// descendants; if a program kills it, this process does.
///
/// Our own because no library kills the descendants of a program when this process is killed
/// itself, and not every machine of a cluster has a service manager that does. Returns the
/// supervisor's id, or -1 with errno. The ends stay open here.
pid_t launch(const Launch& launch, const LaunchEnds& ends);

}  // namespace schiri
