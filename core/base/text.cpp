#include "core/base/text.h"

namespace schiri {

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<KeyValue> split_key_values(std::string_view text, char separator) {
  std::vector<KeyValue> entries;
  if (text.empty()) return entries;
  for (const std::string_view part : split(text, separator)) {
    const std::size_t sign = part.find('=');
    KeyValue entry{part.substr(0, sign), std::nullopt};
    if (sign != part.npos) entry.value = part.substr(sign + 1);
    entries.push_back(entry);
  }
  return entries;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  std::string text = std::to_string(number) + ' ';
  if (number == 1) return text.append(one);
  return many.empty() ? text.append(one) + 's' : text.append(many);
}

namespace {

constexpr std::string_view hexadecimal_digits = "0123456789abcdef";

}  // namespace

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

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
