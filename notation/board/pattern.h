#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/board/position_text.h"
#include "notation/board/searched_position.h"
#include "notation/board/symmetry.h"

namespace schiri {

/// Does a word of a position match one of a pattern, in which `?` means any character?
bool matches_word(std::string_view wanted, std::string_view word);

/// Conditions on single places and words of positions of one shape.
struct PlaceConditions {
  /// Offsets in SpreadPosition::boards, ascending, with their letters.
  std::vector<std::pair<std::size_t, char>> places;
  /// Numbers in SpreadPosition::words, with texts in which `?` means any character.
  std::vector<std::pair<std::size_t, std::string>> words;

  /// All conditions hold; the position must have the shape.
  bool holds(const SpreadPosition& position) const;
  /// The conditions that hold for the image of a position if these hold for the position.
  PlaceConditions image(const PositionSymmetry& symmetry, const SpreadPosition& shape) const;

  friend bool operator==(const PlaceConditions&, const PlaceConditions&) = default;
};

/// Conditions on places as conditions on the sets of places where letters stand.
class PlaceSetConditions {
 public:
  /// `letters`: in the order of their sets; `all_places`: where they may stand.
  PlaceSetConditions(const PlaceConditions& conditions, std::string_view letters,
                     std::span<const LetterPlace> all_places);

  bool hold(std::span<const PlaceSet> pieces) const {
    return std::all_of(sets_.begin(), sets_.end(), [&](const LetterSet& set) {
      return (pieces[set.letter] & set.looked_at) == set.wanted;
    });
  }

 private:
  /// Of the places that are looked at the letter is on those that are wanted.
  struct LetterSet {
    std::size_t letter;
    PlaceSet looked_at = 0;
    PlaceSet wanted = 0;
  };
  std::vector<LetterSet> sets_;
};

/// The conditions that only this position meets.
PlaceConditions conditions_of(const SpreadPosition& position);

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
