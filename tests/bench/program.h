#pragma once

#include <string>
#include <vector>

/// Runs of the program, measured.
namespace schiri::bench {

struct Cost {
  double seconds = 0;  ///< of the processor, of all threads
  double bytes = 0;    ///< of memory at most
};

/// Runs `schiri` with these words, without output. Throws std::runtime_error unless it succeeds.
Cost run_program(const std::vector<std::string>& words);

}  // namespace schiri::bench
