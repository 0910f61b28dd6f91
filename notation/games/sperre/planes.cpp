#include "notation/games/sperre/notation.h"

namespace schiri::sperre {

namespace {

void mark_all(PlaneWriter& plane, Bits marked) {
  for (const Place at : places(marked)) {
    plane.mark(static_cast<std::size_t>(row_of(at) - 1),
               static_cast<std::size_t>(column_of(at) - 1));
  }
}

}  // namespace

/// A die's number is marked as a column because most variants lock columns.
void Notation::write_planes(const Position& position, PlaneWriter& writer) {
  for (const Side side : {Side::white, Side::black}) mark_all(writer.next(), position.stones(side));
  for (const Die die : dice) {
    mark_all(writer.next(), squares_of_column(position.tops()[sperre::index(die)]));
  }
  mark_all(writer.next(), position.locked(position.tops()) & board);
  for (const Die die : dice) writer.next().fill(position.last_tilted() == die ? 1 : 0);
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

}  // namespace schiri::sperre
