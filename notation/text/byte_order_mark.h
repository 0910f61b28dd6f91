#pragma once

#include <string_view>

namespace schiri {

/// What some programs begin a file of UTF-8 with. Joined files have it inside, where the next one
/// begins.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace schiri
