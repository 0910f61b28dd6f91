#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Text and JSON without knowledge of games: text made safe for a terminal, nearest names, rows of
/// tables, formula guards, typed characters. All of notation, db and cli use it; it uses core/base.
namespace schiri {

/// What a text begins with.
struct FirstCharacter {
  std::size_t length;  ///< in bytes; 1 for a byte that is no UTF-8
  char32_t code;       ///< U+FFFD for a byte that is no UTF-8
  /// A terminal obeys it instead of showing it, it turns the text after it round, or it shows
  /// nothing at all: the control characters of Unicode's grapheme clusters, line ends and tabs
  /// among them, tags, and bytes that are no UTF-8. Joiners are none, which names of Persia and
  /// pictures of families need.
  bool is_control;
};
/// The text must not be empty.
FirstCharacter first_character(std::string_view text);

/// What is shown instead of a control character: a space for a tab, else `?`.
std::string_view stand_in(std::string_view control);

/// A text that may come from anywhere, made harmless for a terminal: control characters and bytes
/// that are no UTF-8 become `?`, and what is longer than `limit` characters is cut.
std::string printable(std::string_view text, std::size_t limit = 60);

inline constexpr std::string_view bad_utf8_message =
    "this byte is not UTF-8; records are UTF-8 text";

/// The first byte that does not belong to UTF-8, or `end`.
const char* find_invalid_utf8(const char* begin, const char* end);

/// Whether a byte of UTF-8 begins a character.
constexpr bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }
/// How many characters begin in a text.
std::size_t count_characters(std::string_view text);
/// A text's first `count` characters, or all of it.
std::string_view first_characters(std::string_view text, std::size_t count);

/// How many columns of a terminal a printable text takes: Chinese characters and emoji take two,
/// an accent that combines with the letter before it none.
std::size_t display_width(std::string_view text);
/// As much of a printable text's beginning as fits into this many columns.
std::string_view first_columns(std::string_view text, std::size_t columns);

/// What is written of a tag's value: all but control characters, and byte order marks, which show
/// nothing and would begin a file.
std::string without_controls(std::string_view value);

/// Can a tag hold the name of a player or an event as it is: it is neither empty nor `?`, and
/// UTF-8 without control characters?
bool is_name(std::string_view text);

}  // namespace schiri
