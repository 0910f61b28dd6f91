#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "core/game.h"

namespace schiri {

/// Evaluates a position for the side to move, in hundredths of the game's unit; nullopt if the
/// budget of the search is spent.
template <class P>
using PositionValue = std::function<std::optional<int>(const P&)>;

/// A turn that a game has chosen for a search.
template <class P>
struct PromisingTurn {
  typename P::Turn turn;
  std::optional<int> value = {};  ///< of the position it leads to, for the mover, if evaluated
};

/// The number of promising turns for a search of `nodes` nodes: `usual` up to 10,000 nodes, twice
/// as many above that, four times as many above 40,000.
constexpr std::size_t grown_width(std::size_t usual, std::uint64_t nodes) {
  if (nodes <= 10'000) return usual;
  return nodes <= 40'000 ? 2 * usual : 4 * usual;
}

}  // namespace schiri
