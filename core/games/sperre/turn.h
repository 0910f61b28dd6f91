#pragma once

#include <array>
#include <cstddef>

#include "core/games/sperre/board.h"

namespace schiri::sperre {

/// A displaced enemy stone.
struct Displacement {
  Place from;
  Place to;

  friend bool operator==(const Displacement&, const Displacement&) = default;
};

/// A square has four orthogonal neighbours.
inline constexpr std::size_t most_displacements = 4;

enum class Motion : std::uint8_t { missing, move, pass };

/// A turn as written, in 16 bytes; the position decides whether it is legal. Missing parts keep
/// their defaults, so that equal turns compare equal.
struct Turn {
  Die die = Die::none;      ///< the die that is tilted, none if no tilt is written
  std::uint8_t face = 0;    ///< the number that comes up
  bool tilts_last = false;  ///< the tilt comes after the move
  Motion motion = Motion::missing;
  Place from = 0;
  Place to = 0;
  std::uint8_t displaced = 0;  ///< number of `displacements`; one more than fit means too many
  bool has_surplus = false;    ///< a part occurs twice, or displacements follow a pass
  std::array<Displacement, most_displacements> displacements{};

  bool has_tilt() const { return die != Die::none; }

  friend bool operator==(const Turn&, const Turn&) = default;
};

static_assert(sizeof(Turn) == 16);

/// Sets displacements from these squares to as many others, both ascending.
void set_displacements(Turn& turn, Bits sources, Bits targets);

/// The same legal turn with its displacements as they are written: sources ascending, targets
/// ascending, paired in that order, no target that is the source of another.
///
/// Stones are indistinguishable, so only the sets of squares that lose and that gain an enemy stone
/// matter. A square that is left and taken again is in neither set.
Turn canonical(const Turn& turn);

}  // namespace schiri::sperre
