#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "tests/data.h"
#include "tests/record_text.h"
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

/// Runs the program like run_schiri(). The test ends unless the status is 0.
Run must_run(const std::vector<std::string>& arguments, const std::string& input = "",
             const RunOptions& options = {});

/// Runs the program like run_schiri(), and checks its status and that standard error contains this.
void check_run(const std::vector<std::string>& arguments, int status, const std::string& error,
               const std::string& input = "", const RunOptions& options = {});
