#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "notation/board/spread_position.h"
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

/// The conditions that only this position meets.
PlaceConditions conditions_of(const SpreadPosition& position);

}  // namespace schiri
