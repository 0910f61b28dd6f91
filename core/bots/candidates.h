#pragma once

#include <utility>

#include "core/hooks.h"
#include "core/uncountable.h"

namespace schiri {

/// Visits the turns that a bot considers, as visit_turns does: the choice of the game's hook
/// visit_candidates, otherwise all legal turns.
template <GamePosition P, class Visitor>
bool visit_candidates(const P& position, Visitor&& visitor) {
  if constexpr (HasVisitCandidates<P>) {
    return position.visit_candidates(std::forward<Visitor>(visitor));
  } else {
    return position.visit_turns(std::forward<Visitor>(visitor));
  }
}

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
