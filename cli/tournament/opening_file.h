#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/tournament/config.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// Which openings of a file are used, and in which order.
struct OpeningChoice {
  std::optional<int> turns;  ///< of each record at most
  bool random = false;       ///< in an order drawn by the seed instead of the file's
  std::uint64_t start = 1;   ///< with which of that order it begins, from 1
  std::uint64_t seed = 1;
  bool balanced = false;  ///< only those after which neither side is lost
};

/// Reads openings from record files (their starts and turns) or from position files: a position
/// string a line; lines that are empty or begin with `#` are passed over. `-` is standard input,
/// packed files are understood. What stands there twice is used once, with a note on standard
/// error. Throws InputError, which names the line of what cannot be used, std::system_error for a
/// file that cannot be read.
std::vector<OpeningLine> read_openings(const std::string& path, const GameType& type,
                                       const std::string& variant, const OpeningChoice& choice);

}  // namespace schiri::cli
