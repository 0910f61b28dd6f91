#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Basics that all rooms of core and all other layers use: text, names, dates, numbers, random
/// numbers, threads, bitboards, errors. Uses the standard library alone.
namespace schiri {

/// The text without these characters at both ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t");

/// The parts between the separators, one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The elements of a range joined by the separator; `text_of` converts an element to text.
template <class Range, class TextOf = std::identity>
std::string join(const Range& range, std::string_view separator, TextOf text_of = {}) {
  std::string joined;
  bool is_first = true;
  for (const auto& element : range) {
    if (!is_first) joined += separator;
    is_first = false;
    joined += text_of(element);
  }
  return joined;
}

/// The same as a sentence lists them: `a, b or c`, where `word` is `or`.
template <class Range, class TextOf = std::identity>
std::string enumeration(const Range& range, std::string_view word, TextOf text_of = {}) {
  std::string text;
  std::size_t left = std::size(range);
  for (const auto& element : range) {
    text += text_of(element);
    if (--left > 0) text += left > 1 ? ", " : ' ' + std::string(word) + ' ';
  }
  return text;
}

/// The number that the whole text means to std::from_chars: decimal, without spaces and `+`.
/// Nullopt for any other text and for a number out of the type's range.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// One entry of a list `key=value,key=value`.
struct KeyValue {
  std::string_view key;
  std::optional<std::string_view> value;  ///< nullopt if there is no `=`
};
/// The entries of such a list; none of an empty text. Spaces belong to keys and values.
std::vector<KeyValue> split_key_values(std::string_view text, char separator = ',');

/// A number with its noun: `1 game`, `3 games`. `many` is a plural that is not formed with s.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

/// The text as one word of a shell's command line.
std::string shell_quoted(std::string_view text);

/// Bytes in hexadecimal digits, two each.
std::string hexadecimal(std::string_view bytes);

/// A number in sixteen hexadecimal digits.
std::string hexadecimal(std::uint64_t number);

}  // namespace schiri
