#pragma once

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
  encoding,
  count,
};

}  // namespace schiri
