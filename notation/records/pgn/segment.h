#pragma once

#include <functional>
#include <string_view>

#include "notation/records/pgn/reader.h"

namespace schiri {

/// The next place after `from` at which a game begins even if something is still open, or `end`: a
/// line of a text that begins at `text`, with a `[` and a letter after an empty line or a byte
/// order mark. Nothing but a header reaches beyond it, see MovetextReader::go_on_to_next_segment.
const char* find_next_segment(const char* text, const char* from, const char* end);

/// Where the last game of a text begins that surely begins there, whatever follows the text: not
/// even a header can reach beyond. 0 if none does but the first.
std::size_t find_last_beginning(std::string_view text);

/// What part of a file a text is.
enum class Extent : unsigned char {
  front,    ///< games that others follow
  end,      ///< its last games
  segment,  ///< what has been put together as one game; find_next_segment is not asked
};

/// Reads and checks the games of a text, which must be followed by readable zeros (text_padding of
/// them) or more text; `line` is the number of its first line. Returns the number of its last line.
std::size_t check_games(std::string_view text, std::size_t line, Extent extent,
                        const ReadOptions& options,
                        const std::function<void(CheckedRecord&&)>& sink);

/// Skips what can stand between two games, blanks, escape lines and byte order marks, from `at` on.
const char* skip_between_games(const char* text, const char* at, const char* end);

std::string too_large_message(std::size_t most);

/// How far complete games reach from the front of a text that goes on beyond its end: up to the
/// place after the last result with its trailer, 0 if no game is complete.
std::size_t complete_games_length(std::string_view text);

}  // namespace schiri
