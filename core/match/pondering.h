#pragma once

#include <memory>
#include <string>
#include <thread>

#include "core/match/player.h"

namespace schiri {

/// The turn that a player expects of its opponent: what it says, else the second one of its best
/// line; empty if that does not begin with its own.
std::string expected_turn(const Thought& thought);

/// The game as it will stand after that turn; null if it is not legal, or ends the game.
std::unique_ptr<Game> game_after(const Game& game, const std::string& turn);

/// Lets a player of this program ponder, on a thread of its own: it looks at the game as it expects
/// it to stand when its turn comes, and keeps what it has found out from one turn to the next by
/// itself.
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
  void wake();

  std::unique_ptr<Player> player_;
  std::string expected_;
  std::jthread pondering_;
};

}  // namespace schiri
