#include <algorithm>

#include "core/games/more_or_less/features.h"
#include "notation/games/more_or_less/notation.h"

namespace schiri::more_or_less {

std::vector<PositionSymmetry> Notation::symmetries(const Position& position) {
  // Points are numbered as they are written; a board may lack some of them.
  std::vector<Point> points;
  for (Point at = 0; at < point_count; ++at) {
    if (position.board().has(at)) points.push_back(at);
  }
  std::vector<PositionSymmetry> symmetries;
  for (const PointMap& map : symmetries_of(position.board_size()).subspan(1)) {
    PositionSymmetry symmetry;
    for (const Point at : points) {
      const auto image = std::lower_bound(points.begin(), points.end(), map[at]);
      symmetry.places.push_back(static_cast<std::uint16_t>(image - points.begin()));
    }
    symmetries.push_back(std::move(symmetry));
  }
  return symmetries;
}

}  // namespace schiri::more_or_less
