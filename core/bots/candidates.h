#pragma once

#include <utility>

#include "core/game.h"

namespace schiri {

/// Visits the turns that a bot should look at, like visit_turns: those that the game itself offers
/// (`position.visit_candidates(visitor)`: where many turns lead to one position, one of them; where
/// there are more than anyone can look at, a sensible choice), else all.
template <GamePosition P, class Visitor>
bool visit_candidates(const P& position, Visitor&& visitor) {
  if constexpr (requires { position.visit_candidates(visitor); }) {
    return position.visit_candidates(std::forward<Visitor>(visitor));
  } else {
    return position.visit_turns(std::forward<Visitor>(visitor));
  }
}

}  // namespace schiri
