#pragma once

#include "core/bots/choice.h"
#include "notation/typed_game.h"

namespace schiri {

/// A built-in bot as a player: reads the position of the game's own type, answers in text.
template <class N, class Bot>
class BotPlayer final : public Player {
 public:
  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }

  Thought think(const Game& game, const Limits&, const std::stop_token&) override {
    const auto& typed = dynamic_cast<const TypedGame<N>&>(game);
    const auto choice = bot_.choose(typed.typed_position(), rng_);
    return {N::write_turn(choice.turn), choice.score, choice.depth};
  }

 private:
  Bot bot_;
  Rng rng_{0};
};

}  // namespace schiri
