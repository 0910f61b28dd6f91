#pragma once

#include <string_view>

namespace schiri {

/// The kind of a text by its first bytes.
enum class Content : unsigned char {
  unknown,
  nothing,  ///< blanks at most
  records,  ///< it has a tag pair, or what would be one
  json,
  games_table,  ///< one that names a column of turns
  table,
  mail,
  page,    ///< of HTML or XML
  binary,  ///< no text
  prose,
};

/// How many bytes of a text content_of() needs.
inline constexpr std::size_t content_front = std::size_t{1} << 16;

/// Guesses nothing: uncertain content, such as movetext without tags, is `unknown`.
Content content_of(std::string_view front);

/// `a table`, for a message; not for `unknown` and `nothing`.
std::string_view content_name(Content content);

}  // namespace schiri
