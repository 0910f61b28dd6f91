#pragma once

#include <string_view>
#include <vector>

namespace schiri {

/// Without these characters at both ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t");

/// What stands between the separators: one part more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace schiri
