#pragma once

#include <cstdint>

#include "cli/line/command.h"

namespace schiri::cli {

/// Adds `--round N`; `round` stays 0 if it is not given.
inline void add_round(Command& command, std::uint64_t& round, const char* about) {
  command.add_option("--round", round, about)->above_zero();
}

}  // namespace schiri::cli
