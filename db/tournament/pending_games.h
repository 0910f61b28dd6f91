#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/tournament/strikes.h"
#include "notation/contest/contest.h"

namespace schiri::db {

/// A game that this process has played.
struct TimedGame {
  ContestGame game;
  std::chrono::nanoseconds end{};  ///< as of monotonic_time()
  double seconds = 0;
};

/// Decides which finished games count. Some decisions are delayed: a player may be out by an
/// earlier game that is still in progress, or a program may have been ended by the same signal that
/// is about to end this process.
class PendingGames {
 public:
  /// `interrupted`: whether this process has been requested to end.
  PendingGames(const Contest& contest, std::function<bool()> interrupted);

  /// Counts a stored failure of the player of this name.
  void load_failure(std::uint64_t number, const std::string& player);
  /// A game is about to be played.
  void begin(const ScheduledGame& scheduled) { strikes_.begin(scheduled); }
  /// The game as forfeited if a player is out; nullopt if the game is to be played. Any thread.
  std::optional<ContestGame> forfeited(const ScheduledGame& scheduled) const;
  /// The game has finished.
  void add(const ScheduledGame& scheduled, TimedGame&& played);
  /// Passes the games that count by now to the sink, ascending by number, until it returns false.
  void settle(const std::function<bool(const ScheduledGame&, const TimedGame&)>& sink);

 private:
  struct Pending {
    ScheduledGame scheduled;
    TimedGame played;
  };

  bool is_open(const Pending& pending) const;
  bool is_doubtful(const TimedGame& played) const;

  const Contest& contest_;
  std::function<bool()> interrupted_;
  Strikes strikes_;
  std::map<std::uint64_t, Pending> pending_;  ///< by number
};

}  // namespace schiri::db
