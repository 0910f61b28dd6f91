#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace schiri {

// Classes of ASCII characters, independent of the locale.

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
constexpr char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }
/// An ASCII control character: below the space, or DEL.
constexpr bool is_control_byte(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}
constexpr bool is_ascii_byte(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// The text with ASCII's letters in one case; other bytes stay.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
  return lower;
}
inline std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(), to_upper);
  return upper;
}
/// Whether two texts are equal, ignoring the case of ASCII letters.
constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

/// The last `c` in the text; null if there is none.
inline const char* find_last(char c, const char* begin, const char* end) {
#ifdef _GNU_SOURCE
  // Many bytes at once.
  return static_cast<const char*>(memrchr(begin, c, static_cast<std::size_t>(end - begin)));
#else
  while (end > begin && end[-1] != c) --end;
  return end > begin ? end - 1 : nullptr;
#endif
}

}  // namespace schiri
