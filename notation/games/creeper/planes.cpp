#include "notation/board/planes.h"

#include "notation/games/creeper/notation.h"

namespace schiri::creeper {

/// Turning the rows exchanges the bases.
void Notation::write_side_planes(const Position& position, Side side, PlaneWriter& writer) {
  for (const Side owner : {side, opponent(side)}) {
    mark_all(writer.next(), seen_by(side, position.pawns(owner), 7));
  }
  for (const Side owner : {side, opponent(side)}) {
    mark_all(writer.next(), seen_by(side, position.discs(owner), 6));
  }
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

}  // namespace schiri::creeper
