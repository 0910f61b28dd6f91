#pragma once

#include <functional>
#include <optional>

#include "core/game.h"

namespace schiri {

/// What a position is worth to the side to move, in hundredths of the game's unit; nothing if there
/// is no time left to look at it.
template <class P>
using PositionValue = std::function<std::optional<int>(const P&)>;

/// A turn that a game has chosen for a search to look at.
template <class P>
struct PromisingTurn {
  typename P::Turn turn;
  std::optional<int> value =
      {};  ///< of the position it leads to, for the mover, if it was asked for
};

}  // namespace schiri
