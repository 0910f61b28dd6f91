#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/message.h"
#include "core/base/utf8.h"

/// Text and JSON without knowledge of games: text safe for a terminal, nearest names, rows of
/// tables, formula guards, typed characters. All of notation, db and cli use it; it uses core/base.
namespace schiri {

/// The message about a byte that does not belong to UTF-8.
Message bad_utf8_message();

/// Whether a byte of UTF-8 begins a character.
constexpr bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }
/// The number of characters that begin in a text.
std::size_t count_characters(std::string_view text);
/// A text's first `count` characters, or all of it.
std::string_view first_characters(std::string_view text, std::size_t count);

/// The width of a printable text in terminal columns: Chinese characters and emoji take two,
/// combining accents none.
std::size_t display_width(std::string_view text);
/// The longest prefix of a printable text that fits into this many columns.
std::string_view first_columns(std::string_view text, std::size_t columns);

/// A tag's value as it is written: without control characters and byte order marks; a tab and the
/// end of a line within it are a space.
std::string without_controls(std::string_view value);

/// Does this byte end a text without being of it: Ctrl-Z of DOS, or a zero of a padded file?
constexpr bool is_end_mark(char c) { return c == '\x1a' || c == '\0'; }

/// The byte order mark at the beginning of some UTF-8 files. Concatenated files have it inside, at
/// the beginning of the next file.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace schiri
