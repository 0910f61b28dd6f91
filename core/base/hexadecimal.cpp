#include "core/base/hexadecimal.h"

namespace schiri {

namespace {

constexpr std::string_view hexadecimal_digits = "0123456789abcdef";

}  // namespace

std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += {hexadecimal_digits[value / 16], hexadecimal_digits[value % 16]};
  }
  return text;
}

std::string hexadecimal(std::uint64_t number) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += hexadecimal_digits[number >> shift & 15];
  return text;
}

}  // namespace schiri
