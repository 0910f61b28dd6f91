#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/files.h"
#include "tests/programs/faulty_system.h"
#include "tests/sanitizers.h"

/// Sets an environment variable during its lifetime.
class Variable {
 public:
  Variable(const char* name, const std::string& value);
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable();

 private:
  const char* name_;
};

/// Whether this build omits a test with a FaultySystem.
inline bool cannot_preload() {
  return is_omitted_as_sanitizer("does not tolerate a preloaded library");
}

/// During its lifetime programs are started with tests/programs/faulty_system.cpp.
class FaultySystem {
 public:
  explicit FaultySystem(const std::string& faults = "");
  FaultySystem(const FaultySystem&) = delete;
  FaultySystem& operator=(const FaultySystem&) = delete;
  ~FaultySystem();

  /// The number of calls of the first fault so far, in all processes.
  int calls() const { return counts_->calls[0]; }
  /// The number of failures it has caused.
  int strikes() const { return counts_->strikes[0]; }

 private:
  TemporaryDirectory directory_;
  schiri_test::Counts* counts_;
  Variable faults_, calls_, preload_, order_;
};

/// A place in the program that makes calls of a kind, and their number in one run.
struct CallSite {
  std::string kind, name;
  int calls = 0;

  /// The fault of the n-th of these calls, or of it and those of its kind that follow it.
  std::string fault(int n, const std::string& effect, int span = 1) const;
};

/// The places at which a program makes calls during `run`, in the order of their first calls.
std::vector<CallSite> call_sites(const std::function<void()>& run);
