#pragma once

// Typed results of boards: `3 1-0`, `4 *`.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/otb/acts/journal.h"

namespace schiri::cli {

/// A board and its new result, or none.
struct BoardEntry {
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

/// Enters the results of boards. `correct`: they may have one already,
/// also the same. Returns a line for each board, `R7 board 1 Anna – Bert: 1-0 -> ½`. Throws
/// EventError, InputError.
std::vector<Message> enter_results(otb::Journal& journal, std::uint64_t round,
                                   const std::vector<BoardEntry>& entries, bool correct);

/// A note if a later round is paired already; otherwise empty.
Message later_round_note(const otb::Event& event, std::uint64_t round);

/// The boards of the last round that have no result, in a line.
Message still_open(const otb::Event& event);

/// Undoes or redoes a command, as Journal::undo() and redo(). Returns an answer for each of its
/// acts, `undone: Anna withdraws`.
using Reversal = std::vector<Json> (otb::Journal::*)(bool any);
std::vector<Message> reversed(otb::Journal& journal, Reversal reverse, bool any);

}  // namespace schiri::cli
