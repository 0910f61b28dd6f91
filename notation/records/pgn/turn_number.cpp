#include "notation/records/pgn/turn_number.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/base/characters.h"
#include "notation/records/pgn/movetext.h"
#include "notation/text/printable.h"

namespace schiri {

void NumberText::write() {
  text_ = {};
  mask_ = 0;
  word_ = 1;  // a value that no text equals with an empty mask
  length_ = 0;
  if (number_ > most) return;
  char* const end = std::to_chars(text_.data(), text_.data() + text_.size(), number_).ptr;
  *end = '.';
  length_ = static_cast<std::size_t>(end + 1 - text_.data());
  std::array<char, 8> counted{};
  std::fill_n(counted.begin(), length_, '\xff');
  std::memcpy(&mask_, counted.data(), sizeof mask_);
  std::memcpy(&word_, text_.data(), sizeof word_);
}

namespace {

/// The number's value, 0 if it is too large; the expected number if there are only dots.
std::size_t value_of(std::string_view number, const TurnCount& count) {
  std::size_t value = count.number();
  if (!is_digit(number[0])) return value;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
  return read.ec == std::errc() ? value : 0;
}

/// Are its dots written as one character?
bool has_ellipsis(std::string_view number) { return !is_ascii_byte(number.back()); }

}  // namespace

bool is_fitting_number(std::string_view number, const TurnCount& count) {
  const auto dots = std::count(number.begin(), number.end(), '.') + 3 * has_ellipsis(number);
  const bool dots_fit = dots == 0 || (count.black_to_move() ? dots > 1 : dots == 1);
  return dots_fit && value_of(number, count) == count.number();
}

void check_number(std::string_view number, const TurnCount& count, FindingLog& findings) {
  const bool fits = is_fitting_number(number, count);
  const bool is_marked = (number.back() == ')' || number.back() == ':' || has_ellipsis(number)) &&
                         findings.is_first(Spelling::number);
  if (fits && !is_marked) return;
  const bool black = count.black_to_move();
  const std::string right = std::to_string(count.number()) + (black ? "..." : ".");
  if (!fits) {
    const std::string written = printable(number);
    findings.add(Code::turn_number, number.data(), number.size(), count.played + 1,
                 black ? message("'{0}' comes before Black's turn {1}; expected '{2}'", written,
                                 count.number(), right)
                       : message("'{0}' comes before White's turn {1}; expected '{2}'", written,
                                 count.number(), right));
  }
  if (is_marked) {
    findings.add(Code::spelling, number.data(), number.size(), count.played + 1,
                 message("'{0}' is written {1}", printable(number), right));
  }
}

}  // namespace schiri
