#include "notation/records/variation_word.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/match/game.h"

namespace schiri {

namespace {

/// The length of the digits of a turn number at the front, 0 without one.
std::size_t count_digits(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return digits < word.size() && word[digits] == '.' ? digits : 0;
}

}  // namespace

std::string_view without_number(std::string_view word) {
  const std::size_t digits = count_digits(word);
  if (digits == 0) return word;
  word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
  return word;
}

std::string_view turn_of_word(std::string_view word) {
  const std::string_view turn = without_number(word);
  return turn == "*" || outcome_of(turn) ? std::string_view() : turn;
}

std::string with_smaller_number(std::string_view word, std::size_t less) {
  const std::size_t digits = count_digits(word);
  const auto number = parse_number<std::size_t>(word.substr(0, digits));
  if (!number || *number <= less) return std::string(word);
  return std::to_string(*number - less) + std::string(word.substr(digits));
}

}  // namespace schiri
