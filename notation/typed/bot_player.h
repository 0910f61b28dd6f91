#pragma once

#include <utility>

#include "core/bots/choice.h"
#include "core/bots/situation.h"
#include "core/match/bot_spec.h"
#include "notation/typed/game.h"

namespace schiri {

/// The limits of the bot's own description, which apply if the game sets none.
inline Limits limits_of(const BotSpec& spec) {
  Limits limits{spec.nodes, spec.depth, std::nullopt, std::nullopt};
  if (spec.movetime) limits.move_time = std::chrono::milliseconds(*spec.movetime);
  return limits;
}

/// A built-in bot as a player: gets positions of the game's own type and answers in text.
template <class N, class Bot>
class BotPlayer final : public Player {
 public:
  /// `usual`: the default limits.
  BotPlayer(Bot bot, const Limits& usual) : bot_(std::move(bot)), usual_(usual) {}

  void new_game(std::uint64_t seed) override {
    rng_ = Rng(seed);
    bot_.new_game();
  }

  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override {
    const auto& line = dynamic_cast<const TypedGame<N>&>(game).line();
    SearchBudget budget(limits == Limits{} ? usual_ : limits, game.side_to_move(), stop);
    ChoiceListener<Position> report = nullptr;
    if (listener()) {
      report = [&](const Choice<Position>& choice) { listener()(thought(choice, budget)); };
    }
    return thought(bot_.choose({line, budget, rng_, report}), budget);
  }

 private:
  using Position = typename N::Position;

  static Thought thought(const Choice<Position>& choice, const SearchBudget& budget) {
    Thought thought{N::write_turn(choice.turn), choice.score, choice.depth};
    thought.nodes = budget.nodes();
    for (const auto& line : choice.lines) {
      thought.lines.push_back({{}, line.score, line.depth});
      for (const auto& turn : line.turns) {
        thought.lines.back().turns.push_back(N::write_turn(turn));
      }
    }
    return thought;
  }

  Bot bot_;
  Limits usual_;
  Rng rng_{0};
};

}  // namespace schiri
