#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Small things that all rooms of core and all other layers use: text, names, dates, numbers,
/// random numbers, threads, bitboards, errors. Uses the standard library alone.
namespace schiri {

/// Without these characters at both ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t");

/// What stands between the separators: one part more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The elements of a range with the separator between them; `text_of` makes a text of an element,
/// if the elements are no texts.
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

/// The number if all of the text is one, as std::from_chars reads it: decimal, without blanks and
/// `+`. Nothing for any other text and for a number that the type cannot hold.
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
  std::optional<std::string_view> value;  ///< nothing if there is no `=`
};
/// The entries of such a list; none of an empty text. Blanks belong to keys and values.
std::vector<KeyValue> split_key_values(std::string_view text, char separator = ',');

/// A number and what it counts: `1 game`, `3 games`. `many` is a plural that is not formed with s.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

}  // namespace schiri
