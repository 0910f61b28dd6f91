#include "notation/games/more_or_less/notation.h"

namespace schiri::more_or_less {

/// The points have no rows, so a plane is one row in the order of their numbers; both sides see the
/// board alike.
void Notation::write_side_planes(const Position& position, Side side, PlaneWriter& writer) {
  for (const Side owner : {side, opponent(side)}) {
    PlaneWriter& plane = writer.next();
    for (const Point at : places(position.stones(owner))) {
      plane.mark(0, at);
    }
  }
  for (const Side owner : {side, opponent(side)}) {
    const int left = position.variant().turns_per_side - position.turns_made(owner);
    writer.next().fill(static_cast<float>(left) / standard_turns);
  }
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

}  // namespace schiri::more_or_less
