#pragma once

#include <memory>
#include <string>

#include "core/base/worker.h"
#include "core/match/player.h"

namespace schiri {

/// The turn that a player expects of its opponent: the reported one, otherwise the second one of
/// its best line; empty if that line does not begin with its own turn.
std::string expected_turn(const Thought& thought);

/// The game after that turn; null if the turn is illegal or ends the game.
std::unique_ptr<Game> game_after(const Game& game, const std::string& turn);

/// Lets a built-in bot ponder on a thread of its own: it searches the position after the expected
/// turn, and keeps its results between turns by itself.
class PonderingPlayer final : public Player {
 public:
  explicit PonderingPlayer(std::unique_ptr<Player> player) : player_(std::move(player)) {}

  void new_game(std::uint64_t seed) override;
  void make_ready(const std::stop_token& stop) override { player_->make_ready(stop); }
  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override;
  void ponder(const Game& game, const Limits& limits, const std::stop_token& stop) override;
  void rest() override;
  OutputTail dismiss() override;
  void retire() override;

 private:
  std::unique_ptr<Player> player_;
  std::string expected_;  // until it is pondered on
  Worker pondering_;
};

}  // namespace schiri
