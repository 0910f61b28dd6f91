#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/base/message.h"
#include "notation/records/check/finding_log.h"

namespace schiri {

/// The turn count of a record.
struct TurnCount {
  std::size_t played = 0;
  bool black_began = false;

  bool black_to_move() const { return (played % 2 == 1) != black_began; }
  /// The number that is written before the next turn.
  std::size_t number() const { return (played + black_began) / 2 + 1; }
  /// The next turn in words: `63. White`.
  Message next_text() const {
    return black_to_move() ? message("{0}. Black", number()) : message("{0}. White", number());
  }
};

/// The expected number before a turn, as text: `12.`. Comparing text is faster than parsing.
class NumberText {
 public:
  /// Its length if the text begins with this number and one dot, otherwise 0, also for numbers of
  /// more than six digits. Eight characters must be readable.
  std::size_t match(const char* text, std::size_t number) {
    if (number != number_) set(number);
    std::uint64_t word = 0;
    std::memcpy(&word, text, sizeof word);
    return (word & mask_) == word_ && text[length_] != '.' ? length_ : 0;
  }

 private:
  static constexpr std::size_t most = 999999;

  void set(std::size_t number) {
    // From one number to the next usually one digit changes.
    const bool one_digit = number == number_ + 1 && length_ > 1 && text_[length_ - 2] < '9';
    number_ = number;
    if (one_digit) {
      ++text_[length_ - 2];
      std::memcpy(&word_, text_.data(), sizeof word_);
    } else {
      write();
    }
  }
  void write();

  std::size_t number_ = 0;
  std::size_t length_ = 0;
  std::array<char, 8> text_{};
  // The text and which of its bytes count, in the machine's own byte order.
  std::uint64_t word_ = 1;
  std::uint64_t mask_ = 0;
};

/// Is it the number before the next turn? Its dots may be left out.
bool is_fitting_number(std::string_view number, const TurnCount& count);

/// Warns if a turn number (with its dots) does not fit, and if it is written with another mark.
/// White's turn has one dot, Black's three; a missing number is accepted, dots alone mean Black's.
void check_number(std::string_view number, const TurnCount& count, FindingLog& findings);

}  // namespace schiri
