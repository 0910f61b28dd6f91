#pragma once

#include <cstddef>

#include "core/base/message.h"

namespace schiri {

/// The turn count of a record.
struct TurnCount {
  std::size_t played = 0;
  bool black_began = false;

  bool black_to_move() const { return (played % 2 == 1) != black_began; }
  /// The number that is written before the next turn.
  std::size_t number() const { return (played + black_began) / 2 + 1; }
  /// The next turn in words: `63. White`.
  Message next_text() const {
    return black_to_move() ? message("{0}. Black", number()) : message("{0}. White", number());
  }
};

}  // namespace schiri
