#pragma once

#include "core/bots/choice.h"
#include "core/bots/playout.h"

namespace schiri {

/// Plays one of the legal turns, each equally likely as far as they can be counted.
template <GamePosition P>
class RandomBot {
 public:
  Choice<P> choose(const P& position, Rng& rng) const {
    return {draw_turn(position, rng), std::nullopt, 0};
  }
};

}  // namespace schiri
