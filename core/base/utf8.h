#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/message.h"

namespace schiri {

/// Characters of UTF-8, and texts made harmless. All other layers use it.

/// The first character of a text.
struct FirstCharacter {
  std::size_t length;  ///< in bytes; 1 for an invalid byte
  char32_t code;       ///< U+FFFD for an invalid byte
  /// Not printable: the control characters of Unicode's grapheme clusters, which include line ends,
  /// tabs and bidirectional controls, tags, and bytes that are not UTF-8. Joiners are printable
  /// because Persian names and emoji need them.
  bool is_control;
};
/// The text must not be empty.
FirstCharacter first_character(std::string_view text);

/// The replacement of a control character: a space for a tab, otherwise `?`.
std::string_view stand_in(std::string_view control);

/// An untrusted text, made harmless for a terminal: control characters and bytes that are not UTF-8
/// become `?`, and text after `limit` characters is cut.
std::string printable(std::string_view text, std::size_t limit = 60);

/// The same of each text at a place of a message.
template <std::same_as<Message> Text>
Message printable(const Text& message, std::size_t limit = 60) {
  return message.with_texts([=](const std::string& text) { return printable(text, limit); });
}

/// The first byte that does not belong to UTF-8, or `end`.
const char* find_invalid_utf8(const char* begin, const char* end);

/// Can a tag contain the name of a player or an event unchanged? It must be neither empty nor `?`,
/// and UTF-8 without control characters.
bool is_name(std::string_view text);

}  // namespace schiri
