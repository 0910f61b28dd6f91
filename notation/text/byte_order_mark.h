#pragma once

#include <string_view>

namespace schiri {

/// The byte order mark at the beginning of some UTF-8 files. Concatenated files have it inside, at
/// the beginning of the next file.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace schiri
