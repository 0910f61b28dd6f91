#pragma once

#include <utility>

#include "core/bots/choice.h"
#include "core/bots/situation.h"
#include "core/bots/spec.h"
#include "notation/typed_game.h"

namespace schiri {

/// What the bot's own description limits where nobody else does.
inline Limits limits_of(const BotSpec& spec) {
  Limits limits{spec.nodes, spec.depth, std::nullopt, std::nullopt};
  if (spec.movetime) limits.move_time = std::chrono::milliseconds(*spec.movetime);
  return limits;
}

/// A built-in bot as a player: reads the position of the game's own type, answers in text.
template <class N, class Bot>
class BotPlayer final : public Player {
 public:
  /// `usual`: limits for when none are told.
  BotPlayer(Bot bot, const Limits& usual) : bot_(std::move(bot)), usual_(usual) {}

  void new_game(std::uint64_t seed) override {
    rng_ = Rng(seed);
    bot_.new_game();
  }

  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override {
    const auto& line = dynamic_cast<const TypedGame<N>&>(game).line();
    SearchBudget budget(limits == Limits{} ? usual_ : limits, game.side_to_move(), stop);
    const auto choice = bot_.choose({line, budget, rng_});
    return {N::write_turn(choice.turn), choice.score, choice.depth};
  }

 private:
  Bot bot_;
  Limits usual_;
  Rng rng_{0};
};

}  // namespace schiri
