#include "core/base/decimals.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace schiri {

std::string padded_text(std::uint64_t number, std::size_t width, char fill) {
  const std::string text = std::to_string(number);
  return std::string(width - std::min(width, text.size()), fill) + text;
}

std::string fixed_text(double number, int decimals) {
  std::array<char, 336> text;  // the largest number has 309 digits
  const auto end =
      std::to_chars(text.begin(), text.end(), number, std::chars_format::fixed, decimals).ptr;
  const std::string_view all(text.data(), end);
  const bool is_negative_zero =
      all.starts_with('-') && all.find_first_not_of("-0.") == std::string_view::npos;
  return std::string(all.substr(is_negative_zero ? 1 : 0));
}

std::string shortest_text(double number) {
  std::array<char, 32> text;
  return {text.begin(), std::to_chars(text.begin(), text.end(), number).ptr};
}

std::string significant_text(double number, int digits) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.begin(), text.end(), number, std::chars_format::general, digits).ptr;
  return {text.begin(), end};
}

double rounded_to(double number, int decimals) {
  const double unit = std::pow(10.0, decimals);
  const double scaled = number * unit;
  // Adding 0 turns -0 into 0.
  return std::isfinite(scaled) ? std::round(scaled) / unit + 0.0 : number;
}

std::string rounded_text(double number, int decimals) {
  return fixed_text(rounded_to(number, decimals), decimals);
}

}  // namespace schiri
