#pragma once

#include "core/game.h"
#include "core/uncountable.h"

namespace schiri {

/// A turn for playing on at random where speed counts more than evenness: what the game itself
/// offers for that (`position.sample_turn(rng)`: quick, any legal turn is possible, chances as the
/// game says), else each turn is equally likely. The game must not be over.
template <GamePosition P>
typename P::Turn playout_turn(const P& position, Rng& rng) {
  if constexpr (requires { position.sample_turn(rng); }) {
    return position.sample_turn(rng);
  } else {
    return position.random_turn(rng);
  }
}

/// One of the legal turns, each equally likely; where there are too many to count, a turn for
/// playing on. The game must not be over.
template <GamePosition P>
typename P::Turn draw_turn(const P& position, Rng& rng) {
  try {
    return position.random_turn(rng);
  } catch (const Uncountable&) {
    return playout_turn(position, rng);
  }
}

}  // namespace schiri
