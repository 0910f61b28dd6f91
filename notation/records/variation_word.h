#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Words of variations: a record keeps them as written, a number and a turn perhaps in one word.
namespace schiri {

/// The word without the turn number at its front, `3.` or `3...`; empty for a number alone.
std::string_view without_number(std::string_view word);

/// The turn in the word; empty for a number alone and for a result.
std::string_view turn_of_word(std::string_view word);

/// The word with its number, if it has one, reduced by `less`, which must be smaller.
std::string with_smaller_number(std::string_view word, std::size_t less);

}  // namespace schiri
