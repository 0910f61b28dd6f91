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

void check_number(std::string_view number, const TurnCount& count, FindingLog& findings) {
  std::size_t value = count.number();
  if (is_digit(number[0])) {
    const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
    if (read.ec != std::errc()) value = 0;
  }
  const auto dots = std::count(number.begin(), number.end(), '.');
  const bool black = count.black_to_move();
  const bool dots_fit = dots == 0 || (black ? dots > 1 : dots == 1);
  if (value == count.number() && dots_fit) return;
  findings.add(Code::turn_number, number.data(), number.size(), count.played + 1,
               "'" + printable(number) + "' stands before " + (black ? "Black" : "White") +
                   "'s turn " + std::to_string(count.number()) + ", where '" +
                   std::to_string(count.number()) + (black ? "...'" : ".'") + " belongs");
}

void report_syntax(std::string_view word, std::string_view turn_form, std::string_view advice,
                   std::size_t turn, FindingLog& findings) {
  std::string message = "'" + printable(word) + "' is no turn; ";
  message.append(turn_form).append(advice);
  findings.add(Code::syntax, word.data(), word.size(), turn, std::move(message));
}

}  // namespace schiri
