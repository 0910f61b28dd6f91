#include "core/match/pondering.h"

#include <new>
#include <system_error>
#include <utility>

namespace schiri {

std::string expected_turn(const Thought& thought) {
  if (!thought.expected.empty() || thought.lines.empty()) return thought.expected;
  const auto& turns = thought.lines.front().turns;
  return turns.size() > 1 && turns[0] == thought.turn ? turns[1] : "";
}

std::unique_ptr<Game> game_after(const Game& game, const std::string& turn) {
  auto after = game.clone();
  if (after->play(turn) || after->ending()) return nullptr;
  return after;
}

void PonderingPlayer::new_game(std::uint64_t seed) {
  rest();
  player_->new_game(seed);
}

Thought PonderingPlayer::think(const Game& game, const Limits& limits,
                               const std::stop_token& stop) {
  pondering_.rethrow();
  player_->listen(listener());
  Thought thought = player_->think(game, limits, stop);
  expected_ = expected_turn(thought);
  return thought;
}

void PonderingPlayer::ponder(const Game& game, const Limits& limits, const std::stop_token&) {
  if (expected_.empty()) return;
  std::shared_ptr<const Game> guess = game_after(game, std::exchange(expected_, {}));
  if (!guess) return;
  player_->listen({});
  const Limits until_stopped{UINT64_MAX, limits.depth, std::nullopt, std::nullopt};
  try {
    pondering_.start([this, guess = std::move(guess), until_stopped](const std::stop_token& stop) {
      player_->think(*guess, until_stopped, stop);
    });
  } catch (const std::system_error&) {
    // The player does not ponder if there is no thread.
  }
}

void PonderingPlayer::rest() {
  pondering_.stop();
  expected_.clear();
}

OutputTail PonderingPlayer::dismiss() {
  rest();
  return player_->dismiss();
}

void PonderingPlayer::retire() {
  rest();
  player_->retire();
}

}  // namespace schiri
