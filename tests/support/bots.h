#pragma once

#include <string>
#include <vector>

#include "tests/files.h"

/// What `--bot` says of the scripted bot that does this wrong. Its processes are marked by the
/// directory.
std::string scripted_bot(const std::string& fault, const TemporaryDirectory& directory);

/// How many processes run that carry the directory's name in their command line.
int processes_marked(const TemporaryDirectory& directory);

/// Waits until none does any more; whether it came to that.
bool all_gone(const TemporaryDirectory& directory);

/// A row of the view `failures`.
struct Failure {
  std::string player;
  std::string remark;
  std::string standard_error;
  std::string protocol;
};
std::vector<Failure> failures_of(const std::string& db);
