#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "core/match/game.h"
#include "core/match/limits.h"

namespace schiri {

/// A bot's opinion of a position, from its own side.
struct Score {
  enum class Kind {
    value,  ///< hundredths of the bot's unit, positive is good for it
    win,    ///< a forced win; `amount` is the number of its own turns it takes
    loss,   ///< a forced loss; `amount` likewise
  };
  Kind kind = Kind::value;
  int amount = 0;
};

/// What a player answers when it is its turn.
struct Thought {
  std::string turn;            ///< any spelling the notation reads
  std::optional<Score> score;  ///< nothing from players without an evaluation
  int depth = 0;               ///< turns looked ahead
};

/// Somebody who plays: a built-in bot, or a program behind a pipe.
class Player {
 public:
  virtual ~Player() = default;

  /// Before each game. Everything random in the player's coming turns follows from the seed.
  virtual void new_game(std::uint64_t seed) = 0;
  /// Chooses a turn within the limits; the game is not over and it is this player's turn. When a
  /// stop is requested it answers soon, with any legal turn.
  virtual Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) = 0;
};

}  // namespace schiri
