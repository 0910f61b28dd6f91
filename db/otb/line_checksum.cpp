#include "db/otb/line_checksum.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace schiri::otb {

namespace {

constexpr std::string_view before_digits = ",\"crc32\":\"", after_digits = "\"}";
constexpr std::size_t digits = 8;
constexpr std::size_t length = before_digits.size() + digits + after_digits.size();

bool is_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

std::string ending_of(std::string_view covered) {
  const uLong sum = crc32_z(0, reinterpret_cast<const Bytef*>(covered.data()), covered.size());
  std::array<char, digits + 1> text{};
  std::snprintf(text.data(), text.size(), "%08lx", sum);
  return std::string(before_digits) + text.data() + std::string(after_digits);
}

std::string_view without_brace(std::string_view object) {
  if (object.ends_with('}')) object.remove_suffix(1);
  return object;
}

}  // namespace

std::string with_checksum(std::string_view object) {
  const std::string_view covered = without_brace(object);
  return std::string(covered) + ending_of(covered);
}

bool has_checksum(std::string_view line) {
  if (line.size() <= length || !line.ends_with(after_digits)) return false;
  const std::string_view tail = line.substr(line.size() - length);
  const std::string_view number = tail.substr(before_digits.size(), digits);
  return tail.starts_with(before_digits) && std::all_of(number.begin(), number.end(), is_digit);
}

std::optional<ChecksumFault> checksum_fault(std::string_view line) {
  const bool is_missing = !has_checksum(line);
  std::string right =
      ending_of(is_missing ? without_brace(line) : line.substr(0, line.size() - length));
  if (!is_missing && line.ends_with(right)) return std::nullopt;
  return ChecksumFault{is_missing, std::move(right)};
}

}  // namespace schiri::otb
