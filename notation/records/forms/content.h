#pragma once

#include <string_view>

#include "core/base/message.h"

namespace schiri {

/// The kind of a text by its first bytes.
enum class Content : unsigned char {
  unknown,
  nothing,  ///< only spaces
  records,  ///< it has a tag pair, perhaps a broken one
  json,
  games_table,  ///< a table with a column of turns
  table,
  mail,
  page,    ///< of HTML or XML
  binary,  ///< no text
  prose,
};

/// The number of bytes of a text that content_of() needs.
inline constexpr std::size_t content_front = std::size_t{1} << 16;

/// Does not guess: uncertain content, such as movetext without tags, is `unknown`.
Content content_of(std::string_view front);

/// `a table`, for a message; not for `unknown` and `nothing`.
Message content_name(Content content);

}  // namespace schiri
