#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/tournament/schedule.h"
#include "core/tournament/stop_rule.h"
#include "notation/contest/contest.h"

namespace schiri::db {

/// The state of the other parts of a tournament in parts.
enum class OtherParts {
  playing,  ///< not decided, or unknown
  decided,  ///< no more games are needed
  behind,   ///< so far behind that their games should be played first
};

/// The state of a sequential test.
struct TestProgress {
  rating::MatchCounts counts;
  rating::SprtState state;
};

/// The progress of a tournament.
struct TournamentProgress {
  std::uint64_t done = 0;   ///< games that are stored
  std::uint64_t total = 0;  ///< an upper bound while the number of games depends on results
  Message verdict;          ///< of a stop rule; empty without one
  std::optional<TestProgress> test = {};
};

/// Follows a tournament while it is played. Calls about a game in progress come from the thread
/// that plays it, all others from the thread that stores games.
class TournamentListener {
 public:
  virtual ~TournamentListener() = default;

  /// Play begins.
  virtual void begin(const TournamentProgress&) {}
  /// Called for each game stored before play begins; no outcome if it has no result.
  virtual void game_loaded(const JudgedGame&, std::optional<Outcome>) {}
  /// Called at least ten times a second.
  virtual void tick(const TournamentProgress&) {}
  /// A game counts and is stored; `time` is its duration.
  virtual void game_stored(const JudgedGame&, const ContestGame&, std::chrono::duration<double>) {}
  /// Play ends. `complete`: no game is left to play.
  virtual void end(const TournamentProgress&, bool /*complete*/) {}

  /// A game begins; any thread.
  virtual void begin_game(const ScheduledGame&) {}
  /// Whether play_turn() is to be called.
  virtual bool wants_turns() const { return false; }
  virtual void play_turn(const ScheduledGame&, const PlayedTurn&) {}
  /// Whether exchange_line() is to be called.
  virtual bool wants_lines() const { return false; }
  /// A program has received or written a line.
  virtual void exchange_line(const ScheduledGame&, const ProtocolLine&) {}
  /// A game is over or was interrupted; any thread.
  virtual void end_game(const ScheduledGame&) {}
  /// The user has asked to stop: only the games in progress, so many, are played to their end.
  virtual void finishing(std::size_t /*games*/) {}
  /// A warning for the user; any thread.
  virtual void warn(const std::string&) {}
  /// Called with the reason why nothing is stored for a while.
  virtual void waiting(const std::string& reason) { warn(reason); }
  /// Called with the warning that a game is void, and why.
  virtual void game_void(const std::string& warning) { warn(warning); }
};

using TournamentListeners = std::vector<TournamentListener*>;

}  // namespace schiri::db
