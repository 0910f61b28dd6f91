#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "tests/files.h"
#include "tests/support/words.h"

/// The outcome of a run of the program.
struct Run {
  int status;  ///< its exit status, or 128 and the number of the signal that ended it
  std::string out;
  std::string err;
  bool hung = false;  ///< whether it was killed by SIGKILL
};

/// The working folder and time limit of a program.
struct RunOptions {
  std::string directory;                     ///< empty: the current one
  std::optional<std::chrono::seconds> most;  ///< after this it counts as hanging
};

/// Runs a program of the path or this file with these arguments and this standard input.
Run run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& input = "", const RunOptions& options = {});

/// Runs the program with these arguments and this standard input.
Run run_schiri(const std::vector<std::string>& arguments, const std::string& input = "",
               const RunOptions& options = {});
