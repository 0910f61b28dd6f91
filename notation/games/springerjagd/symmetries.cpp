#include "notation/games/springerjagd/notation.h"

namespace schiri::springerjagd {

namespace {

/// The image of the protected knight's square, whose characters may be `?`.
std::string image_of_square(const SquareMap& map, std::string_view square) {
  if (square.size() != 2) return std::string(square);
  const auto flipped = [](char c, char first, bool flips) {
    const int number = c - first;
    return flips && number >= 0 && number < 6 ? 5 - number : number;
  };
  int column = flipped(square[0], 'a', map.flips_columns);
  int row = flipped(square[1], '1', map.flips_rows);
  const bool any_column = square[0] == '?', any_row = square[1] == '?';
  if (map.transposes) std::swap(column, row);
  const auto written = [](int number, char first, bool any) {
    return any ? '?' : static_cast<char>(first + number);
  };
  return {written(column, 'a', map.transposes ? any_row : any_column),
          written(row, '1', map.transposes ? any_column : any_row)};
}

PositionSymmetry symmetry_of(const SquareMap& map, bool swaps) {
  PositionSymmetry symmetry;
  map.append_places(6, symmetry.places);
  if (swaps) symmetry.swapped = "NnPpDdRr";
  symmetry.word = [map, swaps](std::size_t number, std::string_view text) {
    if (number == 0) return swaps ? other_side(text) : std::string(text);
    return image_of_square(map, text);
  };
  return symmetry;
}

}  // namespace

std::vector<PositionSymmetry> Notation::symmetries(const Position&) {
  std::vector<PositionSymmetry> symmetries;
  for (const SquareMap& map : square_maps()) {
    symmetries.push_back(symmetry_of(map, false));
    symmetries.push_back(symmetry_of(map, true));
  }
  symmetries.erase(symmetries.begin());  // the identity
  return symmetries;
}

}  // namespace schiri::springerjagd
