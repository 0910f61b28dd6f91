#pragma once

#include <cstddef>
#include <cstdint>
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

/// How many such turns suit a search of so many nodes where `usual` suit up to 10,000: twice as
/// many above that, four times as many above 40,000.
constexpr std::size_t grown_width(std::size_t usual, std::uint64_t nodes) {
  if (nodes <= 10'000) return usual;
  return nodes <= 40'000 ? 2 * usual : 4 * usual;
}

}  // namespace schiri
