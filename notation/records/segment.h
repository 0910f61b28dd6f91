#pragma once

#include <functional>
#include <string_view>

#include "notation/records/reader.h"

namespace schiri {

/// Does a game begin at this line whatever stood before it? `line` points at a line's first
/// character in a text that begins at `text`: it is `[` and a letter, after an empty line or a byte
/// order mark. Nothing that a broken game leaves open reaches beyond such a line.
bool begins_game_for_sure(const char* text, const char* line);

/// The first such line after `from`, or `end`.
const char* find_next_segment(const char* text, const char* from, const char* end);

/// Reads and checks the games between two such lines: one as a rule, more where a game follows the
/// result of another directly. `text` must be followed by readable zeros (text_padding of them) or
/// more text; `line` is the number of its first line. Returns the number of its last line.
std::size_t check_segment(std::string_view text, std::size_t line, const ReadOptions& options,
                          const std::function<void(CheckedRecord&&)>& sink);

/// Skips what can stand between two games, blanks, escape lines and byte order marks, from `at` on.
const char* skip_between_games(const char* text, const char* at, const char* end);

std::string too_large_message(std::size_t most);

/// How far complete games reach from the front of a text that goes on beyond its end: up to the
/// place behind the last result with its trailer, 0 if no game is complete.
std::size_t complete_games_length(std::string_view text);

}  // namespace schiri
