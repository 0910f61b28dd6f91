#pragma once

namespace schiri {

/// While it lives, a pipe that nobody reads any more is an error for this thread to handle, not a
/// signal that ends the program. For threads that write to other programs and to nothing else.
class SigpipeGuard {
 public:
  SigpipeGuard();
  SigpipeGuard(const SigpipeGuard&) = delete;
  SigpipeGuard& operator=(const SigpipeGuard&) = delete;
  ~SigpipeGuard();

  /// Is there one on this thread?
  static bool on_this_thread();
};

}  // namespace schiri
