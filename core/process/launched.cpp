#include "core/process/launched.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <set>

#include "core/process/isolation.h"
#include "core/process/process_tree.h"

namespace schiri {

namespace {

/// The supervisors that this process has launched, and its adopted orphans.
class Launched {
 public:
  pid_t launch(const Launch& what, const LaunchEnds& ends) {
    // Under the lock, so that no thread takes a supervisor for an orphan.
    const std::lock_guard lock(mutex_);
    begin();
    const pid_t supervisor = schiri::launch(what, ends);
    if (supervisor > 0) own_.insert(supervisor);
    return supervisor;
  }

  std::optional<int> reap(pid_t supervisor) {
    const std::lock_guard lock(mutex_);
    int status = 0;
    const pid_t ended = waitpid(supervisor, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return std::nullopt;
    own_.erase(supervisor);
    return ended > 0 ? status : 0;
  }

  /// Returns whether there were orphans.
  bool kill_orphans() {
    const std::lock_guard lock(mutex_);
    bool found = false;
    ProcessTree children;
    children.find_children(getpid());
    for (const long member : children) {
      const auto child = static_cast<pid_t>(member);
      if (own_.contains(child)) continue;
      found = true;
      // Its id is not reused before it is waited for, and so neither is that of its group.
      kill(-child, SIGKILL);
      kill(child, SIGKILL);
      waitpid(child, nullptr, WNOHANG);
    }
    return found;
  }

 private:
  void begin() {
    if (begun_) return;
    begun_ = true;
    ProcessTree children;
    children.find_children(getpid());
    for (const long child : children) own_.insert(static_cast<pid_t>(child));
    isolation::adopt_orphans();
  }

  std::mutex mutex_;
  bool begun_ = false;
  std::set<pid_t> own_;
};

Launched& launched() {
  static Launched all;
  return all;
}

}  // namespace

pid_t launch_noted(const Launch& launch, const LaunchEnds& ends) {
  return launched().launch(launch, ends);
}

std::optional<int> reap_launched(pid_t supervisor) { return launched().reap(supervisor); }

void kill_orphans() {
  // A process that hangs in the kernel cannot be waited for.
  for (int round = 0; round < 2000 && launched().kill_orphans(); ++round) poll(nullptr, 0, 1);
}

}  // namespace schiri
