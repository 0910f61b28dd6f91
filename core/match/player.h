#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/match/game.h"
#include "core/match/limits.h"
#include "core/match/termination.h"

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

/// How a bot sees a game go on.
struct Line {
  std::vector<std::string> turns;  ///< of both players, its own first
  std::optional<Score> score;
  int depth = 0;  ///< turns looked ahead
};

/// What a player answers when it is its turn.
struct Thought {
  std::string turn;            ///< any spelling the notation reads, or `resignation`
  std::optional<Score> score;  ///< nothing from players without an evaluation
  int depth = 0;               ///< turns looked ahead
  /// How long it took, where that is known better than by measuring the call.
  std::optional<std::chrono::nanoseconds> time;
  /// How long question and answer were on their way, to and from another machine; not in `time`.
  std::chrono::nanoseconds transport{};
  /// How long the referee itself did not run meanwhile, though it should have.
  std::chrono::nanoseconds standstill{};
  std::optional<std::uint64_t> nodes;  ///< positions looked at
  std::vector<Line> lines;             ///< best first; more than one only if it was asked for them
  std::string expected;                ///< the opponent's turn after it; empty if it does not say
};

/// The answer of a player that gives its game up, where no turn of the game is written so.
inline constexpr const char* resignation = "resign";

/// Told what a player thinks so far, on the thread on which it thinks.
using ThoughtListener = std::function<void(const Thought&)>;

/// A player that cannot go on: it loses its game.
struct PlayerFailure : std::runtime_error {
  /// The message goes on from the player's name, `did not answer within 30 s`, and depends on no
  /// clock.
  PlayerFailure(Termination cause, const std::string& message)
      : std::runtime_error(message), termination(cause) {}
  Termination termination;
};

/// Something around the referee has failed (the system grants no further process, file or memory,
/// or has let the referee itself stand still), so that a game tells nothing about its players. The
/// message is a sentence without a full stop.
struct InfrastructureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a program said last.
struct OutputTail {
  std::string standard_error;
  std::string protocol;  ///< lines sent, after `> `, and lines that came, after `< `

  bool empty() const { return standard_error.empty() && protocol.empty(); }
};

/// Somebody who plays: a built-in bot, or a program behind a pipe.
class Player {
 public:
  virtual ~Player() = default;

  /// Before each game. Everything random in the player's coming turns follows from the seed.
  virtual void new_game(std::uint64_t seed) = 0;
  /// Waits until the player is ready for that game, or a stop is requested. Throws PlayerFailure,
  /// and InfrastructureError.
  virtual void make_ready(const std::stop_token&) {}
  /// Chooses a turn within the limits; the game is not over and it is this player's turn. When a
  /// stop is requested it answers soon, with any legal turn or none. Throws PlayerFailure, and
  /// InfrastructureError.
  virtual Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) = 0;
  /// It is the opponent's turn now: a player that has been told to ponder begins to think about
  /// the turn that it expects, until think() or rest(). Returns at once. `limits` hold for its own
  /// turn. What fails is a failure of the next think(). Throws InfrastructureError.
  virtual void ponder(const Game&, const Limits&, const std::stop_token&) {}
  /// The game is over or goes on no further: nobody ponders any more. Returns at once.
  virtual void rest() {}

  /// Tells the listener of each new opinion while it thinks. Few players have any to report.
  void listen(ThoughtListener listener) { listener_ = std::move(listener); }

  /// Ends at once whatever stands behind the player; the next game finds it fresh. Called when it
  /// has lost by a failure or nobody waits for it any more. A built-in bot has nothing to end.
  virtual OutputTail dismiss() { return {}; }
  /// No game will follow; what stands behind the player is asked to end, and waited for only when
  /// the player goes.
  virtual void retire() {}

 protected:
  const ThoughtListener& listener() const { return listener_; }

 private:
  ThoughtListener listener_;
};

}  // namespace schiri
