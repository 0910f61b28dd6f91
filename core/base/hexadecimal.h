#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace schiri {

/// Bytes in hexadecimal digits, two each.
std::string hexadecimal(std::string_view bytes);

/// A number in sixteen hexadecimal digits.
std::string hexadecimal(std::uint64_t number);

}  // namespace schiri
