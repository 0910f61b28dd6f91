#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "notation/records/check/check.h"

/// Checks the games of a text one by one, from their tags to their result. The reader calls it for
/// blocks of a file; other forms of records and repairs call it for a single record as text.
namespace schiri {

/// The part of a file that a text is.
enum class Extent : unsigned char {
  front,    ///< games followed by others
  end,      ///< its last games
  segment,  ///< a single game, which find_next_segment does not cut
};

/// Reads and checks the games of a text, which must be followed by readable zeros (text_padding of
/// them) or more text; `line` is the number of its first line. Returns the number of its last line.
std::size_t check_games(std::string_view text, std::size_t line, Extent extent,
                        const ReadOptions& options,
                        const std::function<void(CheckedRecord&&)>& sink);

/// The message of Code::too_large.
Message too_large_message(std::size_t max_bytes);

}  // namespace schiri
