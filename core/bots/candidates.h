#pragma once

#include <utility>

#include "core/hooks.h"

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

}  // namespace schiri
