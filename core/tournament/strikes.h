#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "core/tournament/config.h"
#include "core/tournament/schedule.h"

namespace schiri {

/// For each bot the number of failures after which it is out; nullopt: never.
std::vector<std::optional<int>> most_failures(const TournamentConfig& config);

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

}  // namespace schiri
