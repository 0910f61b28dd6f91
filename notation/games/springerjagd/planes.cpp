#include "notation/board/planes.h"

#include "notation/games/springerjagd/notation.h"

namespace schiri::springerjagd {

void Notation::write_side_planes(const Position& position, Side side, PlaneWriter& writer) {
  for (const Side owner : {side, opponent(side)}) {
    const SidePieces& army = position.army(owner);
    for (const Bits pieces : {army.knights, army.singles, army.pairs}) {
      mark_all(writer.next(), seen_by(side, pieces, 6));
    }
  }
  mark_all(writer.next(), seen_by(side, position.protected_knight(), 6));
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

}  // namespace schiri::springerjagd
