#pragma once

#include "core/hooks.h"
#include "core/uncountable.h"

namespace schiri {

/// A random turn for a playout, for which speed matters more than equal probabilities: by the
/// game's hook sample_turn; otherwise each legal turn is equally likely. The game must not be over.
template <GamePosition P>
typename P::Turn playout_turn(const P& position, Rng& rng) {
  if constexpr (HasSampleTurn<P>) {
    return position.sample_turn(rng);
  } else {
    return position.random_turn(rng);
  }
}

/// One of the legal turns, each equally likely; if there are too many to count, a turn for a
/// playout. The game must not be over.
template <GamePosition P>
typename P::Turn draw_turn(const P& position, Rng& rng) {
  try {
    return position.random_turn(rng);
  } catch (const Uncountable&) {
    return playout_turn(position, rng);
  }
}

}  // namespace schiri
