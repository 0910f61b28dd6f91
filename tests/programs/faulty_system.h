#pragma once

#include <atomic>

namespace schiri_test {

/// The counts of tests/programs/faulty_system.cpp, in the order of SCHIRI_TEST_FAULTS; initially 0.
/// Shared by processes.
struct Counts {
  static constexpr int most = 8;
  std::atomic<int> calls[most];
  std::atomic<int> strikes[most];
  std::atomic<int> visits[most];  ///< of the call site of a fault
};
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace schiri_test
