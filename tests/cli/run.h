#pragma once

#include <string>
#include <vector>

#include "tests/cli/words.h"
#include "tests/files.h"

/// What a run of the program left.
struct Run {
  int status;  ///< its exit status, or 128 and the number of the signal that ended it
  std::string out;
  std::string err;
};

/// Runs a program of the path, or of this file, with these arguments and this standard input.
Run run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& input = "");

/// Runs the program with these arguments and this standard input.
Run run_schiri(const std::vector<std::string>& arguments, const std::string& input = "");
