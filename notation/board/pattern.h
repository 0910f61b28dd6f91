#pragma once

#include <string>
#include <string_view>

namespace schiri {

/// Pieces, empty places and places that do not matter, as in the rows or groups of a position
/// string: letters, digits for runs of empties (`X` in a group of ten), `.` for one empty place,
/// `?` for one that does not matter, `*` for a whole row or board. The other words of a
/// position, such as the side to move, matter only if the pattern has them, too.
class BoardPattern {
 public:
  /// Throws std::invalid_argument, whose message says what was expected.
  explicit BoardPattern(std::string_view text);

  /// Are its rows as long and as many as those of the position?
  bool fits_board_of(std::string_view position) const;
  bool holds(std::string_view position) const;

 private:
  std::string pattern_;  ///< with a `.` for each empty place
};

}  // namespace schiri
