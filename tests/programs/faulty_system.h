#pragma once

#include <atomic>

namespace schiri_test {

/// What tests/programs/faulty_system.cpp has counted, in the order of SCHIRI_TEST_FAULTS; all 0
/// before it begins. Processes share it.
struct Counts {
  static constexpr int most = 8;
  std::atomic<int> calls[most];
  std::atomic<int> strikes[most];
};
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace schiri_test
