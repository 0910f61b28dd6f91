#include "notation/board/symmetry.h"

namespace schiri {

SpreadPosition image_of(const PositionSymmetry& symmetry, const SpreadPosition& position) {
  std::vector<std::size_t> offsets;
  for (std::size_t at = 0; at < position.boards.size(); ++at) {
    if (is_place(position.boards[at])) offsets.push_back(at);
  }
  SpreadPosition image = position;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    image.boards[offsets.at(symmetry.places.at(i))] =
        symmetry.image_of_letter(position.boards[offsets[i]]);
  }
  for (std::size_t i = 0; i < image.words.size(); ++i) {
    image.words[i] = symmetry.image_of_word(i, position.words[i]);
  }
  return image;
}

SquareMap::Square SquareMap::image_of(Square square, int size) const {
  if (flips_rows) square.row = size - 1 - square.row;
  if (flips_columns) square.column = size - 1 - square.column;
  return transposes ? Square{square.row, square.column} : square;
}

void SquareMap::append_places(int size, std::vector<std::uint16_t>& places) const {
  const auto first = static_cast<int>(places.size());
  for (int row = size - 1; row >= 0; --row) {
    for (int column = 0; column < size; ++column) {
      const Square to = image_of({column, row}, size);
      places.push_back(static_cast<std::uint16_t>(first + (size - 1 - to.row) * size + to.column));
    }
  }
}

std::vector<SquareMap> square_maps() {
  std::vector<SquareMap> maps;
  for (unsigned number = 0; number < 8; ++number) {
    maps.push_back({(number & 1) != 0, (number & 2) != 0, (number & 4) != 0});
  }
  return maps;
}

std::string other_side(std::string_view side) {
  return side == "w" ? "b" : side == "b" ? "w" : std::string(side);
}

}  // namespace schiri
