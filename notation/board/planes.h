#pragma once

#include "core/base/bitboard.h"
#include "core/match/planes.h"

namespace schiri {

/// Marks places of a board of up to eight by eight.
inline void mark_all(PlaneWriter& plane, Bits marked) {
  for (const Place at : places(marked)) {
    plane.mark(static_cast<std::size_t>(row_of(at)), static_cast<std::size_t>(column_of(at)));
  }
}

}  // namespace schiri
