#include <array>

#include "notation/games/sperre/notation.h"

namespace schiri::sperre {

namespace {

void mark_all(PlaneWriter& plane, Bits marked, bool from_behind) {
  for (const Place at : places(marked)) {
    const int row = from_behind ? 10 - row_of(at) : row_of(at);
    plane.mark(static_cast<std::size_t>(row - 1), static_cast<std::size_t>(column_of(at) - 1));
  }
}

}  // namespace

/// A die's number is marked as a column because most variants lock columns. Where numbers lock
/// rows, the other side sees them from behind, and with them III as IV.
void Notation::write_side_planes(const Position& position, Side side, PlaneWriter& writer) {
  const bool from_behind = side == Side::black;
  const bool swaps = from_behind && position.variant().lock == Lock::rows;
  const std::array<Die, 3> seen =
      swaps ? std::array{dice[1], dice[0], dice[2]} : std::array{dice[0], dice[1], dice[2]};
  for (const Side owner : {side, opponent(side)}) {
    mark_all(writer.next(), position.stones(owner), from_behind);
  }
  for (const Die die : seen) {
    const int top = position.tops()[sperre::index(die)];
    mark_all(writer.next(), squares_of_column(swaps ? 10 - top : top), false);
  }
  mark_all(writer.next(), position.locked(position.tops()) & board, from_behind);
  for (const Die die : seen) writer.next().fill(position.last_tilted() == die ? 1 : 0);
  writer.next().fill(position.side_to_move() == Side::black ? 1 : 0);
}

}  // namespace schiri::sperre
