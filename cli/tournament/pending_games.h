#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/tournament/strikes.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// A game that was played here.
struct TimedGame {
  ContestGame game;
  std::chrono::nanoseconds end{};  ///< as of monotonic_time()
  double seconds = 0;
};

/// Decides which of the games that finish count. For some that is not known at once: as long as a
/// player may be out by a game before it, or while it may be that whoever is ending us has ended a
/// program first.
class PendingGames {
 public:
  /// `interrupted`: whether somebody has asked us to end.
  PendingGames(const Contest& contest, std::function<bool()> interrupted);

  /// A failure that is stored, by the name of the player that failed.
  void recall(std::uint64_t number, const std::string& player);
  /// A game is about to be played.
  void begin(const ScheduledGame& scheduled) { strikes_.begin(scheduled); }
  /// What a game comes to where a player is out; nothing if it is to be played. Any thread.
  std::optional<ContestGame> forfeited(const ScheduledGame& scheduled) const;
  /// It has finished.
  void add(const ScheduledGame& scheduled, TimedGame&& played);
  /// Hands over what counts now, ascending by number, as long as the sink says to go on.
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

}  // namespace schiri::cli
