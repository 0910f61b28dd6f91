#include "notation/records/check_moves.h"

#include <algorithm>
#include <charconv>

#include "notation/printable.h"

namespace schiri {

void NumberText::write() {
  text_ = {};
  mask_ = 0;
  word_ = 1;  // which nothing equals under an empty mask
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

/// The number's value, 0 if it is too large; that before the next turn if there are only dots.
std::size_t value_of(std::string_view number, const TurnCount& count) {
  std::size_t value = count.number();
  if (!is_digit(number[0])) return value;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
  return read.ec == std::errc() ? value : 0;
}

void note(Spelling spelling, std::string_view token, std::size_t turn, FindingLog& findings,
          std::string message) {
  if (!findings.is_first(spelling)) return;
  findings.add(Code::spelling, token.data(), token.size(), turn, std::move(message));
}

struct WayOfSpelling {
  Spelling spelling;
  std::string_view remark;
};

constexpr WayOfSpelling ways_of_spelling[] = {
    {Spelling::sign, ", with plain signs"},
    {Spelling::letter_case, ", with letters in the case that the game has"},
    {Spelling::blanks, ", without blanks"},
    {Spelling::missing_sign, ", with its sign"},
    {Spelling::piece_letter, ", without a letter for the piece"},
    {Spelling::pass, ""},
};

}  // namespace

bool is_fitting_number(std::string_view number, const TurnCount& count) {
  const auto dots = std::count(number.begin(), number.end(), '.');
  const bool dots_fit = dots == 0 || (count.black_to_move() ? dots > 1 : dots == 1);
  return dots_fit && value_of(number, count) == count.number();
}

void check_number(std::string_view number, const TurnCount& count, FindingLog& findings) {
  const bool fits = is_fitting_number(number, count);
  const bool is_marked =
      (number.back() == ')' || number.back() == ':') && findings.is_first(Spelling::number);
  if (fits && !is_marked) return;
  const bool black = count.black_to_move();
  const std::string right = std::to_string(count.number()) + (black ? "..." : ".");
  if (!fits) {
    findings.add(Code::turn_number, number.data(), number.size(), count.played + 1,
                 "'" + printable(number) + "' comes before " + (black ? "Black" : "White") +
                     "'s turn " + std::to_string(count.number()) + ", where '" + right +
                     "' belongs");
  }
  if (is_marked) {
    findings.add(Code::spelling, number.data(), number.size(), count.played + 1,
                 "'" + printable(number) + "' is written " + right);
  }
}

void note_spellings(std::string_view written, std::string_view canonical, SpellingSet spellings,
                    std::size_t turn, FindingLog& findings) {
  for (const WayOfSpelling& way : ways_of_spelling) {
    if (!(spellings & set_of(way.spelling))) continue;
    note(way.spelling, written, turn, findings,
         "'" + printable(written) + "' is written " + std::string(canonical) +
             std::string(way.remark));
  }
}

void note_result(std::string_view written, std::string_view canonical, std::size_t turn,
                 FindingLog& findings) {
  if (written == canonical) return;
  note(Spelling::result, written, turn, findings,
       "the result '" + printable(written) + "' is written " + std::string(canonical));
}

void note_separator(const char* at, std::size_t turn, FindingLog& findings) {
  if (!findings.is_first(Spelling::separator)) return;
  findings.add(Code::spelling, at, 1, turn,
               std::string("a '") + *at + "' between turns is written as a blank");
}

void report_syntax(std::string_view word, std::string_view turn_form, std::string_view advice,
                   std::size_t turn, FindingLog& findings) {
  std::string message = "'" + printable(word) + "' is not a turn; ";
  message.append(turn_form).append(advice);
  findings.add(Code::syntax, word.data(), word.size(), turn, std::move(message));
}

}  // namespace schiri
