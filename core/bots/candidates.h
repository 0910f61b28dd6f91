#pragma once

#include "core/game.h"

namespace schiri {

/// Visits the turns that a bot should look at, like GamePosition's visit_turns: all of them, or
/// what the game offers instead in a `visit_candidates` of its own, because many of its turns lead
/// to the same position or because there are too many to look at.
template <GamePosition P, class Visitor>
bool visit_candidates(const P& position, Visitor&& visitor) {
  if constexpr (requires { position.visit_candidates(visitor); }) {
    return position.visit_candidates(visitor);
  } else {
    return position.visit_turns(visitor);
  }
}

}  // namespace schiri
