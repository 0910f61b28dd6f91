#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/game_type.h"
#include "notation/board/position_text.h"

namespace schiri {

/// The image of a position with as many places.
SpreadPosition image_of(const PositionSymmetry& symmetry, const SpreadPosition& position);

/// A rotation or reflection of square boards: rows are flipped, then columns, then both swapped.
struct SquareMap {
  bool flips_rows = false;
  bool flips_columns = false;
  bool transposes = false;

  struct Square {
    int column, row;
    friend bool operator==(const Square&, const Square&) = default;
  };
  /// The image of a square on a board of this size; columns and rows are counted from 0.
  Square image_of(Square square, int size) const;
  /// Adds the images of the places of a square board, the top row first.
  void append_places(int size, std::vector<std::uint16_t>& places) const;
};

/// The eight maps, the identity first.
std::vector<SquareMap> square_maps();

/// `w` and `b` swapped; other texts remain.
std::string other_side(std::string_view side);

}  // namespace schiri
