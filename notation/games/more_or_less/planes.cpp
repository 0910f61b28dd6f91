#include "notation/games/more_or_less/notation.h"

namespace schiri::more_or_less {

/// The points have no rows, so a plane is one row in the order of their numbers.
void Notation::write_planes(const Position& position, PlaneWriter& writer) {
  for (const Side side : {Side::white, Side::black}) {
    PlaneWriter& plane = writer.next();
    for (const Point at : places(position.stones(side))) {
      plane.mark(0, at);
    }
  }
  for (const Side side : {Side::white, Side::black}) {
    const int left = position.variant().turns_per_side - position.turns_made(side);
    writer.next().fill(static_cast<float>(left) / standard_turns);
  }
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

}  // namespace schiri::more_or_less
