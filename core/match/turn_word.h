#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Turns of games whose rules a program knows: any text without blanks for the program, a word of
/// movetext in records and everywhere else here.
namespace schiri {

/// The longest turn as a word, in bytes.
inline constexpr std::size_t longest_turn_word = 100;

/// The length of the word at the front of a text that ends at `end`; 0 if it is not a turn: one to
/// a hundred visible ASCII characters that cannot be mistaken for another part of movetext.
std::size_t turn_word_length(const char* text, const char* end);
/// Is the whole text such a word?
bool is_turn_word(std::string_view text);

/// A program's turn as a word: bytes that no word can have are written `~3F`, as is the first of a
/// text that is mistakable as a whole (`1-0`), and a `~` that would be read so. Two texts never
/// have the same word. Empty, or not a word, for texts that are no turns: empty, too long, with
/// blanks or control characters.
std::string turn_word(std::string_view text);
/// The program's text of a word.
std::string text_of_word(std::string_view word);

}  // namespace schiri
