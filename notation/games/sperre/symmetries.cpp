#include <algorithm>

#include "notation/games/sperre/notation.h"

namespace schiri::sperre {

namespace {

/// 10 minus the numbers of III are those of IV, opposite faces remain opposite, and V keeps its
/// own.
std::string mirrored_tops(std::string_view tops) {
  std::string image(tops);
  for (char& top : image) {
    if (top >= '1' && top <= '9') top = static_cast<char>('1' + '9' - top);
  }
  if (image.size() == 3) std::swap(image[0], image[1]);
  return image;
}

std::string mirrored_die(std::string_view last) {
  return last == "3" ? "4" : last == "4" ? "3" : std::string(last);
}

PositionSymmetry symmetry_of(const SquareMap& map, bool mirrors_dice) {
  PositionSymmetry symmetry;
  map.append_places(9, symmetry.places);
  const bool swaps = map.flips_rows;
  if (swaps) symmetry.swapped = "WB";
  symmetry.word = [swaps, mirrors_dice](std::size_t number, std::string_view text) {
    if (number == 0) return swaps ? other_side(text) : std::string(text);
    if (!mirrors_dice) return std::string(text);
    return number == 1 ? mirrored_tops(text) : mirrored_die(text);
  };
  return symmetry;
}

}  // namespace

std::vector<PositionSymmetry> Notation::symmetries(const Position& position) {
  const Lock lock = position.variant().lock;
  std::vector<PositionSymmetry> symmetries;
  for (const SquareMap& map : square_maps()) {
    const bool is_identity = !map.flips_rows && !map.flips_columns;
    if (map.transposes || is_identity) continue;
    // Numbers that lock rows and columns cannot change for one of them alone.
    if (lock == Lock::both && map.flips_rows != map.flips_columns) continue;
    symmetries.push_back(symmetry_of(map, lock == Lock::rows ? map.flips_rows : map.flips_columns));
  }
  return symmetries;
}

}  // namespace schiri::sperre
