#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "notation/contest/contest.h"

namespace schiri::db {

/// Counts the failures of each bot and excludes bots: a bot is out of a game if it has failed often
/// enough in games of lower numbers, whenever these were played. So the result does not depend on
/// the number of games played at once. Thread-safe.
class Strikes {
 public:
  /// By bot, as of most_failures().
  explicit Strikes(std::vector<std::optional<int>> most);

  /// Marks a game as in progress; its failures are open until decide().
  void begin(const ScheduledGame& game);
  /// Adds a game that has been played. If it counts, the bot at fault, if any, gets a strike.
  void finish(std::uint64_t number, std::optional<std::size_t> culprit);
  /// Adds a game that is known to count.
  void decide(std::uint64_t number, std::optional<std::size_t> culprit);

  /// Is a bot out of the game of this number by the decided games?
  bool is_out(std::size_t bot, std::uint64_t number) const;
  /// If it is not, could it be by the open games?
  bool is_open(std::size_t bot, std::uint64_t number) const;

 private:
  std::ptrdiff_t failures_before(std::size_t bot, std::uint64_t number) const;

  mutable std::mutex mutex_;
  std::vector<std::optional<int>> most_;
  std::vector<std::set<std::uint64_t>> failures_;  ///< by bot
  std::map<std::uint64_t, std::vector<std::size_t>>
      open_;  ///< games, with the bots that may fail in them
};

/// Decides which finished games count. Some decisions are delayed: a player may be out by an
/// earlier game that is still in progress, or a program may have been ended by the same signal that
/// is about to end this process.
class PendingGames {
 public:
  /// `interrupted`: whether this process has been requested to end. Games end by monotonic_time().
  PendingGames(const Contest& contest, std::function<bool()> interrupted);

  /// Counts a stored failure of the player of this name.
  void load_failure(std::uint64_t number, const std::string& player);
  /// A game is about to be played.
  void begin(const ScheduledGame& scheduled) { strikes_.begin(scheduled); }
  /// The game as forfeited if a player is out; nullopt if the game is to be played. Any thread.
  std::optional<ContestGame> forfeited(const ScheduledGame& scheduled) const;
  /// The game has finished.
  void add(ContestGame&& game);
  /// Passes the games that count by now to the sink, ascending by number, until it returns false.
  void settle(const std::function<bool(const ContestGame&)>& sink);

 private:
  bool is_open(const ScheduledGame& game) const;
  bool is_doubtful(const ContestGame& game) const;

  const Contest& contest_;
  std::function<bool()> interrupted_;
  Strikes strikes_;
  std::map<std::uint64_t, ContestGame> pending_;  ///< by number
};

}  // namespace schiri::db
