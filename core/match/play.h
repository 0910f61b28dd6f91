#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/game.h"
#include "core/match/player.h"

namespace schiri {

/// A clock that never goes back. Tests bring their own.
using Clock = std::function<std::chrono::nanoseconds()>;
/// The system's.
std::chrono::nanoseconds monotonic_time();

/// How a game between two players came to its end.
struct PlayedGame {
  Outcome outcome = Outcome::draw;
  /// How the rules ended the game; nothing where something else did.
  std::optional<Ending> ending;
  /// As in a record's `Termination`: `normal`, `illegal move`, `max turns`.
  std::string termination;
  /// What happened, in a sentence, where that is not plain from the termination; else empty.
  std::string remark;
  /// For each turn since the start the comment to it, empty where nothing is to say: evaluation
  /// from the mover's side and depth, then time, `+0.34/6 0.120s`.
  std::vector<std::string> comments;
};

/// `+0.34`, `-1.20`; `+M3` for a win and `-M3` for a loss in three of the player's turns.
std::string score_text(const Score& score);
/// `+0.34/6 0.120s`.
std::string thought_comment(const Score& score, int depth, std::chrono::nanoseconds time);
/// The same comment without the time; any other text unchanged.
std::string_view without_time(std::string_view comment);

struct PlayOptions {
  std::optional<int> max_turns;  ///< turns since the start, those already played included
  Clock clock = monotonic_time;
};

/// Lets two players play on until the rules end the game, `max_turns` turns are played (a draw) or
/// a player answers with no legal turn (it loses). The game holds the turns afterwards. Players
/// must have been told of the new game. Returns nothing if it was stopped in between.
std::optional<PlayedGame> play_game(Game& game, Player& white, Player& black,
                                    const PlayOptions& options, const std::stop_token& stop);

/// Plays turns drawn at random. Answers false if the game was over before as many were played, or
/// is over after them.
bool play_random_turns(Game& game, int turns, Rng& rng);

}  // namespace schiri
