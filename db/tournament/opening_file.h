#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/tournament/config.h"
#include "notation/game_types.h"

namespace schiri::db {

/// The selection and order of the openings of a file.
struct OpeningChoice {
  std::optional<int> turns;  ///< at most, of each record
  bool random = false;       ///< in an order drawn by the seed instead of the file's
  std::uint64_t start = 1;   ///< the first opening to use, counted in that order from 1
  std::uint64_t seed = 1;
  bool balanced = false;  ///< only openings after which neither side is lost
};

/// Reads openings from record files (their starts and turns) or from position files: a position
/// string a line; empty lines and lines that begin with `#` are skipped. `-` is standard input;
/// compressed files are read as well. Duplicate openings are used once. `note` gets a sentence
/// about each kind of openings that were left out. Throws InputError, which names the line of an
/// invalid opening, and std::system_error for a file that cannot be read.
std::vector<OpeningLine> read_openings(const std::string& path, const GameType& type,
                                       const std::string& variant, const OpeningChoice& choice,
                                       const std::function<void(const std::string&)>& note = {});

}  // namespace schiri::db
