#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/board/spread_position.h"

namespace schiri {

/// A map of a game's positions to positions that play the same: a rotation or reflection of the
/// board, with colours swapped if the sides change places.
struct PositionSymmetry {
  /// The image of each place. Places are counted through all boards in the order of the position
  /// string, from 0.
  std::vector<std::uint16_t> places;
  /// Pairs of letters on the boards that become each other: `WBwb`.
  std::string_view swapped = {};
  /// The image of a word that is not a board, counted from 0 among these. Its characters may be
  /// `?`, which remain. Empty: all words remain.
  std::function<std::string(std::size_t number, std::string_view text)> word = {};

  char image_of_letter(char letter) const;
  std::string image_of_word(std::size_t number, std::string_view text) const {
    return word ? word(number, text) : std::string(text);
  }
  /// The image of a position with as many places.
  SpreadPosition image_of(const SpreadPosition& position) const;
};

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
