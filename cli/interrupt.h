#pragma once

namespace schiri::cli {

/// While it lives, Ctrl-C (SIGINT) and SIGTERM do not end the program but are noted, so that work
/// can be brought to a good end. A second one of the same kind ends it at once.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  /// Has one come?
  bool interrupted() const;
};

}  // namespace schiri::cli
