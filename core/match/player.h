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

#include "core/base/errors.h"
#include "core/match/game.h"
#include "core/match/limits.h"
#include "core/match/termination.h"

/// The interface of players and the types that they exchange with the match: evaluations, lines,
/// failures. Built-in bots and programs (core/ugi) implement it.
namespace schiri {

struct Terms;

/// A bot's evaluation of a position, from its own side.
struct Score {
  enum class Kind {
    value,  ///< hundredths of the bot's unit, positive if the bot is better
    win,    ///< a forced win; `amount` is the number of its own turns it takes
    loss,   ///< a forced loss; `amount` likewise
  };
  Kind kind = Kind::value;
  int amount = 0;
};

/// A line of play that a bot expects.
struct Line {
  std::vector<std::string> turns;  ///< of both players, the bot's own first
  std::optional<Score> score;
  int depth = 0;  ///< search depth in turns
};

/// The answer of a player whose turn it is.
struct Thought {
  std::string turn;            ///< in any spelling that the notation reads, or `resignation`
  std::optional<Score> score;  ///< nullopt from players without an evaluation
  int depth = 0;               ///< search depth in turns
  /// The thinking time, if it is known more exactly than by measuring the call.
  std::optional<std::chrono::nanoseconds> time;
  /// The time of transport to and from another machine; not part of `time`.
  std::chrono::nanoseconds transport{};
  /// The time meanwhile in which the referee was descheduled.
  std::chrono::nanoseconds descheduled{};
  std::optional<std::uint64_t> nodes;  ///< positions examined
  std::optional<std::uint64_t> nodes_a_second = {};
  std::optional<int> selective_depth = {};  ///< of the deepest line searched, in turns
  std::optional<int> hash_fullness = {};    ///< of the table of positions, in thousandths
  std::string text = {};                    ///< the last free text that the player reported
  std::vector<Line> lines;                  ///< best first; more than one only if requested
  std::string expected;                     ///< the opponent's expected turn; empty if unknown
  std::string remark = {};  ///< what may explain the turn if it is illegal; or empty
  /// The request before had another answer, which was ignored.
  bool answered_before_twice = false;
};

/// The answer of a player that resigns; no turn of any game has this text.
inline constexpr const char* resignation = "resign";

/// Called with a player's thoughts while it thinks, on its thread.
using ThoughtListener = std::function<void(const Thought&)>;

/// Called with each line that is sent to a player's program (`is_sent`) or received from it.
using LineListener = std::function<void(bool is_sent, std::string_view line)>;

/// A failure of a player, by which it loses its game.
struct PlayerFailure : MessageError {
  /// The message follows the player's name: `did not answer within 30 s`. It contains no measured
  /// times.
  PlayerFailure(Termination cause, Message message)
      : MessageError(std::move(message)), termination(cause) {}
  Termination termination;
};

/// The end of a program's output.
struct OutputTail {
  std::string standard_error;
  std::string protocol;  ///< lines sent (`> `) and received (`< `)

  bool empty() const { return standard_error.empty() && protocol.empty(); }
};

/// The program that knows the rules of a game has failed; the game is void. The message names it.
struct RefereeFailure : InfrastructureError {
  RefereeFailure(Message message, OutputTail its_tail, bool was_late = false)
      : InfrastructureError(std::move(message)), tail(std::move(its_tail)), is_late(was_late) {}
  OutputTail tail;
  bool is_late;  ///< it did not answer in time
};

/// A player: a built-in bot, or a program that is connected by pipes.
class Player {
 public:
  virtual ~Player() = default;

  /// Starts a game. All random choices of the player's turns follow from the seed.
  virtual void new_game(std::uint64_t seed) = 0;
  /// The terms of the games to come, if they differ from those of its description.
  virtual void set_terms(const Terms&) {}
  /// Waits until the player is ready for that game, or a stop is requested. Throws PlayerFailure,
  /// and InfrastructureError.
  virtual void make_ready(const std::stop_token&) {}
  /// Chooses a turn within the limits; the game is not over and it is this player's turn. After a
  /// stop request it answers soon, with any legal turn or none. Throws PlayerFailure, and
  /// InfrastructureError.
  virtual Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) = 0;
  /// The opponent's turn begins: a player that ponders starts to think about the turn that it
  /// expects, until think() or rest(). Returns at once. `limits` are those of its own turn. The
  /// next think() throws a failure. Throws InfrastructureError.
  virtual void ponder(const Game&, const Limits&, const std::stop_token&) {}
  /// The game ends or is interrupted: the player stops pondering. Returns at once.
  virtual void rest() {}

  /// Sets the listener for thoughts while the player thinks.
  void listen(ThoughtListener listener) { listener_ = std::move(listener); }

  /// Sets the listener for the lines of the player's program; a built-in bot has none.
  void trace(LineListener listener) { line_listener_ = std::move(listener); }

  /// Ends the player's program at once; the next game starts a new one. Called after a failure or
  /// if its answer is no longer needed. Does nothing for a built-in bot.
  virtual OutputTail dismiss() { return {}; }
  /// No game follows: requests the end of the player's program, for which only the destructor
  /// waits.
  virtual void retire() {}

 protected:
  const ThoughtListener& listener() const { return listener_; }
  const LineListener& line_listener() const { return line_listener_; }

 private:
  ThoughtListener listener_;
  LineListener line_listener_;
};

}  // namespace schiri
