#include "notation/games/creeper/notation.h"

namespace schiri::creeper {

std::vector<PositionSymmetry> Notation::symmetries(const Position&) {
  std::vector<PositionSymmetry> symmetries;
  for (const SquareMap& map : square_maps()) {
    PositionSymmetry symmetry;
    map.append_places(7, symmetry.places);
    map.append_places(6, symmetry.places);
    // The bases of each player are opposite corners of the octagons.
    const SquareMap::Square base = map.image_of({0, 0}, 6);
    if (base.column != base.row) {
      symmetry.swapped = "WBwb";
      symmetry.word = [](std::size_t, std::string_view side) { return other_side(side); };
    }
    symmetries.push_back(std::move(symmetry));
  }
  symmetries.erase(symmetries.begin());  // the identity
  return symmetries;
}

}  // namespace schiri::creeper
