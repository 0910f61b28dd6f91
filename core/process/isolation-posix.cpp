#include <unistd.h>

#include <cerrno>

#include "core/process/isolation.h"

namespace schiri::isolation {

void leave(int status) { _exit(status); }

void close_between(int first, int last) {
  constexpr long many = 1 << 20;
  const long known = sysconf(_SC_OPEN_MAX), most = known < 0 ? many : known;
  for (int descriptor = first; descriptor <= last && descriptor < most; ++descriptor) {
    close(descriptor);
  }
}

bool adopt_orphans() { return true; }

bool end_with_parent() { return true; }

std::optional<bool> start_namespace(const Launch&) { return false; }

void show_own_processes() {}

bool leave_network() {
  errno = ENOTSUP;
  return false;
}

}  // namespace schiri::isolation
