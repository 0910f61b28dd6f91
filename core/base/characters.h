#pragma once

namespace schiri {

// Classes of ASCII characters, independent of the locale.

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
/// What terminals obey and no name holds: below the blank, or the last of ASCII.
constexpr bool is_control_byte(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}
constexpr bool is_ascii_byte(char c) { return static_cast<unsigned char>(c) < 0x80; }

}  // namespace schiri
