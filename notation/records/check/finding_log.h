#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>

#include "notation/records/check/check.h"

namespace schiri {

/// Ways in which typed records deviate from canonical spelling. Each is noted once a game.
enum class Spelling : unsigned char {
  sign,          ///< another dash or cross, an arrow
  letter_case,   ///< capital letters for small ones, or the reverse
  blanks,        ///< within a turn
  other_space,   ///< between turns
  missing_sign,  ///< between two squares
  piece_letter,  ///< before a turn
  pass,          ///< another word for it
  number,        ///< `1)` or `1:`
  result,        ///< in the movetext
  separator,     ///< a comma or semicolon between turns
  quotes,        ///< around a tag's value
  tag_name,
  tag_value,
  rating,        ///< `2'100`
  quoted_lines,  ///< `> ` before lines, as in mail
  count,
};

/// A place in a text with its line and column, which goes on from one place to the next.
struct TextPlace {
  /// The first character of a text, in this line.
  explicit TextPlace(const char* begin, std::size_t first_line = 1)
      : at(begin), line_start(begin), line(first_line) {}

  /// `to`: at or after the place.
  void advance(const char* to);

  const char* at;
  const char* line_start;
  std::size_t line;
  std::size_t column = 1;
};

/// Collects the findings of one game. Converts pointers into the text to lines and columns, but
/// only for findings.
class FindingLog {
 public:
  /// `game` is the beginning of the game in a text that ends at `text_end`. Sets the line of the
  /// check.
  FindingLog(const TextPlace& game, const char* text_end, GameCheck& check);

  /// Adds a finding at a token of `length` bytes. `turn`: the turn that it concerns, 0 for none.
  void add(Code code, const char* token, std::size_t length, std::size_t turn, Message message);
  /// Adds a finding without a token, at the game's first line.
  void add(Code code, Message message);

  /// Returns whether this spelling is new in the game, and marks it as noted.
  bool is_first(Spelling spelling);

  bool has_error() const { return !check_->errors.empty(); }

  /// The state of the log, to which forget_after() returns.
  struct Mark {
    std::size_t warnings;
    std::bitset<static_cast<std::size_t>(Spelling::count)> noted;
  };
  Mark mark() const { return {check_->warnings.size(), noted_}; }
  void forget_after(const Mark& mark);

 private:
  void locate(const char* token, Finding& finding);
  void keep(Finding finding);

  TextPlace game_;
  const char* text_end_;
  GameCheck* check_;
  std::bitset<static_cast<std::size_t>(Spelling::count)> noted_;
  // The last located place: searching starts from there, so that many findings in one game, or on
  // one endless line, cost only one pass.
  TextPlace known_;
};

}  // namespace schiri
