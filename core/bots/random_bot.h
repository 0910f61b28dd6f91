#pragma once

#include <span>
#include <string_view>

#include "core/bots/candidates.h"
#include "core/bots/options.h"
#include "core/bots/situation.h"
#include "core/bots/value.h"

namespace schiri {

/// Plays a random legal turn, each equally likely if they can be counted.
template <GamePosition P>
class RandomBot {
 public:
  void new_game() {}

  Choice<P> choose(const Situation<P>& situation) const {
    const auto turn = draw_turn(situation.position(), situation.rng);
    return {turn, std::nullopt, 0, {{{turn}}}};
  }
};

/// The entry of RandomBot in the list of built-in bots.
struct RandomEntry {
  static constexpr std::string_view name = "random";
  static constexpr std::span<const BotOption> options = {};

  template <GamePosition P>
  static RandomBot<P> make(const BotOptionValues&, const Networks&) {
    return {};
  }
};

}  // namespace schiri
