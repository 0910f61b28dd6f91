#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/match/adjudication.h"
#include "core/match/clock.h"
#include "core/match/game.h"
#include "core/match/player.h"
#include "core/match/terms.h"

/// Plays one game between two players: clocks, limits, adjudication, forfeits. Used by contests and
/// by `schiri play`.
namespace schiri {

/// How a game between two players ended.
struct PlayedGame {
  Outcome outcome = Outcome::draw;
  /// How the rules ended the game; nullopt if they did not.
  std::optional<Ending> ending;
  /// Nullopt until the game is over. If the game is void, the outcome is meaningless.
  std::optional<Termination> termination;
  /// The event that ended the game, in a sentence, if the termination does not imply it; otherwise
  /// empty.
  std::string remark;
  /// For each turn since the start its comment: evaluation from the mover's side and depth, if it
  /// reported them, then time, `+0.34/6 0.120s` (turn_comment.h); empty for turns of the opening
  /// and of a side without a player.
  std::vector<std::string> comments;
  /// The player at fault, and its last output.
  std::optional<Side> culprit;
  OutputTail output_tail;
  /// The times of each side's answers, in order, late ones included.
  std::array<std::vector<std::chrono::nanoseconds>, 2> times;
  /// The additional transport times, if answers came from another machine.
  std::array<std::vector<std::chrono::nanoseconds>, 2> transports = {};
  /// How long the referee was descheduled while a player had a time limit.
  std::chrono::nanoseconds descheduled{};
  /// How often each side answered a request twice, so that the second answer was ignored.
  std::array<std::uint64_t, 2> second_answers{};
};

/// A turn that a player has just played.
struct PlayedTurn {
  Side side = Side::white;
  std::size_t number = 0;  ///< in the game, from 1, including the opening
  std::string_view text;   ///< canonical
  std::optional<Score> score;
  int depth = 0;
  std::chrono::nanoseconds time{};
  std::optional<std::chrono::nanoseconds> left = {};  ///< on the player's clock, if it has one
  const Thought* thought = nullptr;                   ///< valid during the call
};

struct PlayOptions : Adjudication {
  Clock clock = monotonic_time;
  /// By side: each player's terms, and the seed of its random numbers.
  std::array<Terms, 2> terms;
  std::array<std::uint64_t, 2> seeds{};
  /// Called with each turn; may be empty.
  std::function<void(const PlayedTurn&)> listener = {};
  /// The clock of this thread's processor time.
  Clock work = thread_time;
};

/// A game between two players under way; play_game plays one to its end.
class Play {
 public:
  /// A side without a player (null) answers by answer(). Game, players and options must outlive it.
  Play(Game& game, std::array<Player*, 2> players, const PlayOptions& options);

  /// Starts the game for the players and waits until they are ready. Throws InfrastructureError.
  void begin(const std::stop_token& stop);
  /// Is the game over, by the rules, by evaluations or by `max_turns`?
  bool is_over();
  /// Lets a player whose turn it is not ponder. Throws InfrastructureError.
  void let_ponder(const std::stop_token& stop);
  /// Ends all pondering.
  void let_rest();
  /// Lets the player whose turn it is think and answer, while the other may ponder. Does nothing
  /// more if it was stopped.
  /// Throws InfrastructureError.
  void take_turn(const std::stop_token& stop);
  /// Plays what the side to move has answered after this time; it loses if the answer is late,
  /// illegal or a resignation. Throws InfrastructureError if it is late only because the referee
  /// was descheduled, now or in earlier turns on this clock.
  void answer(const Thought& thought, std::chrono::nanoseconds time);
  /// Takes back the last turns, and resets the clocks if Play has seen these turns. Not after the
  /// end of the game.
  void take_back(std::size_t turns);
  /// Ends the game, which must not be over.
  void end(Outcome outcome, Termination termination, std::string remark = "");

  /// The current limits of a player, as passed to it.
  Limits limits(Side side) const;
  /// A player's clock, or null; it continues from the time that is set.
  PlayerClock* clock(Side side);
  /// The game so far; complete at its end.
  PlayedGame& result() { return result_; }

 private:
  using Clocks = std::array<std::optional<PlayerClock>, 2>;

  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  void make_ready(Side side, const std::stop_token& stop);
  bool is_timed(Side side) const;
  bool is_in_time(Side side, std::chrono::nanoseconds time);
  Message overtime(const Thought& thought, std::chrono::nanoseconds time) const;
  bool is_excused(Side side, std::chrono::nanoseconds time,
                  std::chrono::nanoseconds descheduled) const;
  void excuse_silence(Side side, const PlayerFailure& failure) const;
  void resign(Side side);
  void lose(Side side, Termination termination, const std::string& what);

  Game& game_;
  std::array<Player*, 2> players_;
  const PlayOptions& options_;
  Clocks clocks_;
  std::array<std::chrono::nanoseconds, 2> descheduled_{};  // the referee's own, in turns on a clock
  std::vector<Clocks> clocks_before_;  // the turns that were answered here, if there are clocks
  Adjudicator adjudicator_;
  PlayedGame result_;
};

/// Starts a game for two players and lets them play until the rules or their evaluations end it,
/// `max_turns` turns are played (a draw) or a player fails: it answers late or illegally, or its
/// program has ended (it loses, and is dismissed). A failure that is no player's fault makes the
/// game void. Afterwards the game has the turns. Returns nullopt if it was stopped.
std::optional<PlayedGame> play_game(Game& game, Player& white, Player& black,
                                    const PlayOptions& options, const std::stop_token& stop);

/// Plays random turns. Returns false if the game is over before or after the last of them.
bool play_random_turns(Game& game, int turns, Rng& rng);

}  // namespace schiri
