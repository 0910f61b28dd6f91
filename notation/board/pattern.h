#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "notation/board/place_conditions.h"

namespace schiri {

/// A pattern of positions, written like the rows or groups of a position string: letters, digits
/// for runs of empty places (`X` in a group of ten), `.` for one empty place, `?` for any place,
/// `*` for any row or board. The other words of a position, such as the side to move, are compared
/// only if the pattern has them.
class BoardPattern {
 public:
  /// Throws std::invalid_argument with the expected form.
  explicit BoardPattern(std::string_view text);

  /// The pattern's conditions on positions of this shape; nullopt if its rows do not have the
  /// number and lengths of theirs.
  std::optional<PlaceConditions> conditions_for(const SpreadPosition& shape) const;

  /// Do its rows have the number and lengths of those of the position?
  bool fits_board_of(std::string_view position) const;
  bool holds(std::string_view position) const;

 private:
  std::string pattern_;
};

}  // namespace schiri
