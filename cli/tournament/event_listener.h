#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/tournament/schedule.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// How far an event is.
struct TournamentProgress {
  std::uint64_t done = 0;   ///< games that are stored
  std::uint64_t total = 0;  ///< as far as that is known, else at most
  std::string verdict;      ///< of a rule that may end it early; empty without one
};

/// Is told what happens in an event while it is played: what happens in a game by the thread that
/// plays it, all else by the thread that stores.
class TournamentListener {
 public:
  virtual ~TournamentListener() = default;

  /// Play begins, with this many games stored already.
  virtual void begin(const TournamentProgress&) {}
  /// A game that was stored earlier, and what it came to; nothing where it has no result.
  virtual void recall(const ScheduledGame&, std::optional<Outcome>) {}
  /// Called at least ten times a second.
  virtual void look(const TournamentProgress&) {}
  /// A game counts and is stored.
  virtual void keep(const ScheduledGame&, const ContestGame&, std::chrono::duration<double>) {}
  /// Nothing more is played. `complete`: nothing is left to be played.
  virtual void end(const TournamentProgress&, bool /*complete*/) {}

  /// A game begins; any thread.
  virtual void begin_game(const ScheduledGame&) {}
  /// Does it want to know each turn?
  virtual bool wants_turns() const { return false; }
  virtual void play_turn(const ScheduledGame&, const PlayedTurn&) {}
  /// A game is over or broken off.
  virtual void end_game(const ScheduledGame&) {}
  /// Something that the person who runs the event should know.
  virtual void warn(const std::string&) {}
};

using TournamentListeners = std::vector<TournamentListener*>;

}  // namespace schiri::cli
