#pragma once

#include "core/bots/choice.h"

namespace schiri {

/// Plays one of the legal turns, each equally likely.
template <GamePosition P>
class RandomBot {
 public:
  Choice<P> choose(const P& position, Rng& rng) const {
    return {position.random_turn(rng), std::nullopt, 0};
  }
};

}  // namespace schiri
