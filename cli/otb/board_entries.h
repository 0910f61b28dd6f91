#pragma once

// Typed results of boards: `3 1-0`, `2.1 =`, `4 *`.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/otb/journal.h"

namespace schiri::cli {

/// A board and its new result, or none. `match`: 0 unless the board is specified as `2.3`.
struct BoardEntry {
  std::uint64_t match;
  std::uint64_t board;
  std::optional<otb::BoardResult> result;
};

// Each throws InputError for words that are not boards and results.

/// Reads boards, each followed by its result.
std::vector<BoardEntry> read_entries(const std::vector<std::string>& words);
/// Reads the boards and results of a typed line, or one board whose result contains spaces.
std::vector<BoardEntry> read_line(const std::string& line);
/// Reads a list from standard input, any number of boards and results on each line.
std::vector<BoardEntry> read_list();

/// The words of a line up to `#`.
std::vector<std::string> words_of(const std::string& line);

/// Enters the result of a board, or of all boards of a match. `correct`: it may have one already.
void enter_result(otb::Journal& journal, std::uint64_t round, const BoardEntry& entry,
                  bool correct);

/// The boards of the last round that have no result, in a line.
std::string still_open(const otb::Event& event);

}  // namespace schiri::cli
