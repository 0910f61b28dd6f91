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

/// What one program is run with. Everything is prepared before the fork, as little may be done
/// after it.
struct Launch {
  char* const* arguments = nullptr;  ///< ended by null
  const char* directory = nullptr;   ///< null: the current one
  std::optional<int> memory;         ///< MiB that all its processes together may use
  std::optional<int> processor;      ///< the only one that they may run on
  bool needs_network = false;
  char* const* environment = nullptr;  ///< `NAME=value`, ended by null; null: all of our own
  bool shares_processes = false;       ///< it has no process ids of its own
  /// The limits to restore for the program, where this process has raised its own.
  std::span<const ResourceLimit> usual_limits = {};
};

/// What a supervisor reports of its program, as bytes through a pipe.
struct LaunchReport {
  enum class Kind : int {
    refused,       ///< it could not be started; `value` is the errno
    no_directory,  ///< its directory could not be entered; `value` is the errno
    unready,       ///< the system refused to prepare it, not its fault; `value` is the errno
    networked,     ///< it could not be cut off from the network; it runs all the same
    running,       ///< `value` is its process id
    exceeded,      ///< it is about to be killed, as it uses more memory than it may
    ended,         ///< `value` is its status as from waitpid
  };
  Kind kind;
  int value;
};

/// The ends of the pipes that go to the program and its supervisor.
struct LaunchEnds {
  int input = -1, output = -1, errors = -1;  ///< the program's own
  int control = -1;  ///< the supervisor's: `T` requests SIGTERM, closing it kills
  int report = -1;   ///< where the supervisor writes LaunchReport
};

/// Starts a program under a supervisor: a process between us and it that kills it and every
/// descendant, wherever that has gone, when the program ends or when nobody holds the other end of
/// `control` any more (so also when we are killed), and then ends. The program is the first of a
/// process group of its own, has no terminal, dumps no core and, if the system permits and it needs
/// none, sees no network. Both close everything that is open here but their ends before anything
/// else.
///
/// If the system permits (pid_namespaces(7)), the program and its descendants have process ids of
/// their own: they can name, and so signal, neither the supervisor nor us nor each other's
/// programs, and the system ends all of them with the supervisor. Otherwise orphans among the
/// descendants fall to the supervisor; a program that kills it leaves them to us.
///
/// Our own, as no library kills what a program leaves behind when we are killed ourselves, and not
/// every machine of a cluster has a service manager that does. Returns the supervisor's id, or -1
/// with errno. The ends stay open here.
pid_t launch(const Launch& launch, const LaunchEnds& ends);

}  // namespace schiri
