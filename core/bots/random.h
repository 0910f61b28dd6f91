#pragma once

#include "core/bots/choice.h"
#include "core/bots/situation.h"

namespace schiri {

/// Plays one of the legal turns, each equally likely.
template <GamePosition P>
class RandomBot {
 public:
  void new_game() {}

  Choice<P> choose(const Situation<P>& situation) const {
    return {situation.position().random_turn(situation.rng), std::nullopt, 0};
  }
};

}  // namespace schiri
