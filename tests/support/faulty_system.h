#pragma once

#include <string>

#include "tests/files.h"
#include "tests/programs/faulty_system.h"

/// A variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value);
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable();

 private:
  const char* name_;
};

/// While it lives, programs are started on a system as in tests/programs/faulty_system.cpp.
class FaultySystem {
 public:
  explicit FaultySystem(const std::string& faults = "");
  FaultySystem(const FaultySystem&) = delete;
  FaultySystem& operator=(const FaultySystem&) = delete;
  ~FaultySystem();

  /// How often the first fault's calls were made so far, in all processes together.
  int calls() const { return counts_->calls[0]; }
  /// How often it has struck.
  int strikes() const { return counts_->strikes[0]; }

 private:
  TemporaryDirectory directory_;
  schiri_test::Counts* counts_;
  Variable faults_, calls_, preload_, order_;
};
