#pragma once

#include <string>

#include "tests/files.h"
#include "tests/programs/faulty_system.h"

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
