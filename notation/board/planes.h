#pragma once

#include "core/base/bitboard.h"
#include "core/game.h"
#include "core/match/planes.h"

namespace schiri {

/// Marks places of a board of up to eight by eight.
inline void mark_all(PlaneWriter& plane, Bits marked) {
  for (const Place at : places(marked)) {
    plane.mark(static_cast<std::size_t>(row_of(at)), static_cast<std::size_t>(column_of(at)));
  }
}

/// The places of a board of this many rows as a side sees them: Black from the other end.
constexpr Bits seen_by(Side side, Bits marked, int rows) {
  return side == Side::black ? with_rows_flipped(marked, rows) : marked;
}

}  // namespace schiri
