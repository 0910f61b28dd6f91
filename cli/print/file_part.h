#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schiri::cli {

/// A text as a part of a file name, at most `longest` bytes: letters, digits, `.` and `-` stay, all
/// other ASCII characters and unprintable ones become `_`, and so does a `.` or `-` at the front.
std::string file_part(std::string_view text, std::size_t longest);

}  // namespace schiri::cli
