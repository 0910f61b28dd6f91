#pragma once

#include <string>
#include <vector>

#include "tests/files.h"

/// The value of `--bot` for the scripted bot with this fault. Its processes are marked by the
/// directory.
std::string scripted_bot(const std::string& fault, const TemporaryDirectory& directory);

/// The number of processes with the directory's name in their command line.
int processes_marked(const TemporaryDirectory& directory);

/// Waits until no such process is left; returns false at the time limit.
bool all_gone(const TemporaryDirectory& directory);

/// A row of the view `failures`.
struct Failure {
  std::string player;
  std::string remark;
  std::string standard_error;
  std::string protocol;
};
std::vector<Failure> failures_of(const std::string& db);
