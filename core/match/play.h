#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/adjudication.h"
#include "core/match/clock.h"
#include "core/match/game.h"
#include "core/match/player.h"
#include "core/match/terms.h"

namespace schiri {

/// How a game between two players came to its end.
struct PlayedGame {
  Outcome outcome = Outcome::draw;
  /// How the rules ended the game; nothing where something else did.
  std::optional<Ending> ending;
  /// Nothing until the game is over. If the game is void, the outcome means nothing.
  std::optional<Termination> termination;
  /// What happened, in a sentence, where that is not plain from the termination; else empty.
  std::string remark;
  /// For each turn since the start the comment on it, empty where there is nothing to say:
  /// evaluation from the mover's side and depth, then time, `+0.34/6 0.120s`.
  std::vector<std::string> comments;
  /// Who did something wrong, and what it said last.
  std::optional<Side> culprit;
  OutputTail output_tail;
  /// How long each side's answers took, in their order; also one that came too late.
  std::array<std::vector<std::chrono::nanoseconds>, 2> times;
  /// How long they were on their way besides, where they came from another machine.
  std::array<std::vector<std::chrono::nanoseconds>, 2> transports = {};
  /// For how long the referee did not run though a player was held to a time.
  std::chrono::nanoseconds standstill{};
};

/// `+0.34`, `-1.20`; `+M3` for a win and `-M3` for a loss in three of the player's turns.
std::string score_text(const Score& score);
/// `+0.34/6 0.120s`.
std::string thought_comment(const Score& score, int depth, std::chrono::nanoseconds time);
/// A comment of Play without its time; other text unchanged.
std::string_view without_time(std::string_view comment);

/// A turn that a player has just played.
struct PlayedTurn {
  Side side = Side::white;
  std::size_t number = 0;  ///< in the game, from 1; those of the opening count
  std::string_view text;   ///< canonical
  std::optional<Score> score;
  int depth = 0;
  std::chrono::nanoseconds time{};
};

struct PlayOptions {
  std::optional<int> max_turns;  ///< turns since the start, those already played included
  std::optional<ResignRule> resign;
  std::optional<DrawRule> draw;
  Clock clock = monotonic_time;
  /// By side: what each player is held to, and what is random in it.
  std::array<Terms, 2> terms;
  std::array<std::uint64_t, 2> seeds{};
  /// Told of each turn; may be empty.
  std::function<void(const PlayedTurn&)> listener = {};
  /// How long this thread has run.
  Clock work = thread_time;
};

/// A game between two players under way; play_game plays one to its end.
class Play {
 public:
  /// A side without a player (null) answers by answer(). Game, players and options must outlive it.
  Play(Game& game, std::array<Player*, 2> players, const PlayOptions& options);

  /// Begins the game for the players and waits until they are ready. Throws InfrastructureError.
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
  /// Plays what the side to move has answered after this time; it loses if that is too late, no
  /// legal turn or a resignation. Throws InfrastructureError if it would not have been too late,
  /// had the referee not been descheduled, now or in earlier turns on this clock.
  void answer(const Thought& thought, std::chrono::nanoseconds time);
  /// Takes back the last turns; clocks are set back too, if Play has seen these turns. Not after
  /// the end of the game.
  void take_back(std::size_t turns);
  /// Ends the game, which is not over.
  void end(Outcome outcome, Termination termination, std::string remark = "");

  /// The current limits of a player, as passed to it.
  Limits limits(Side side) const;
  /// A player's clock, or null; it goes on from where it is set.
  PlayerClock* clock(Side side);
  /// The game so far; complete at its end.
  PlayedGame& result() { return result_; }

 private:
  using Clocks = std::array<std::optional<PlayerClock>, 2>;

  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  void make_ready(Side side, const std::stop_token& stop);
  bool is_held(Side side) const;
  bool is_in_time(Side side, std::chrono::nanoseconds time);
  bool is_excused(Side side, std::chrono::nanoseconds time,
                  std::chrono::nanoseconds standstill) const;
  void excuse_silence(Side side, const PlayerFailure& failure) const;
  void resign(Side side);
  void lose(Side side, Termination termination, const std::string& what);

  Game& game_;
  std::array<Player*, 2> players_;
  const PlayOptions& options_;
  Clocks clocks_;
  std::array<std::chrono::nanoseconds, 2> standstill_{};  // ours, in turns that a clock ran for
  std::vector<Clocks> clocks_before_;  // the turns that were answered here, where there are clocks
  Adjudicator adjudicator_;
  PlayedGame result_;
};

/// Tells two players of a game and lets them play on until the rules end it, their evaluations do,
/// `max_turns` turns are played (a draw) or a player fails: it answers too late or with no legal
/// turn, or is no longer there (it loses, and is dismissed). What is no player's fault makes the
/// game void. The game holds the turns afterwards. Returns nothing if it was stopped in between.
std::optional<PlayedGame> play_game(Game& game, Player& white, Player& black,
                                    const PlayOptions& options, const std::stop_token& stop);

/// Plays turns drawn at random. Returns false if the game was over before as many were played, or
/// is over after them.
bool play_random_turns(Game& game, int turns, Rng& rng);

}  // namespace schiri
