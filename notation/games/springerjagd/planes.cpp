#include "notation/board/planes.h"

#include "notation/games/springerjagd/notation.h"

namespace schiri::springerjagd {

void Notation::write_planes(const Position& position, PlaneWriter& writer) {
  for (const Side side : {Side::white, Side::black}) {
    const SidePieces& army = position.army(side);
    for (const Bits pieces : {army.knights, army.singles, army.pairs}) {
      mark_all(writer.next(), pieces);
    }
  }
  mark_all(writer.next(), position.protected_knight());
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

}  // namespace schiri::springerjagd
