#pragma once

namespace schiri {

/// While a guard exists, writing to a pipe without a reader is an error (EPIPE) for this thread,
/// not a signal that ends the program. For threads that write to other programs alone.
class SigpipeGuard {
 public:
  SigpipeGuard();
  SigpipeGuard(const SigpipeGuard&) = delete;
  SigpipeGuard& operator=(const SigpipeGuard&) = delete;
  ~SigpipeGuard();

  /// Whether there is a guard on this thread.
  static bool on_this_thread();
};

}  // namespace schiri
