#include "notation/board/planes.h"

#include "notation/games/creeper/notation.h"

namespace schiri::creeper {

void Notation::write_planes(const Position& position, PlaneWriter& writer) {
  for (const Side side : {Side::white, Side::black}) mark_all(writer.next(), position.pawns(side));
  for (const Side side : {Side::white, Side::black}) mark_all(writer.next(), position.discs(side));
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

}  // namespace schiri::creeper
