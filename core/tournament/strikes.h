#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "core/tournament/schedule.h"

namespace schiri {

/// Counts the failures of each bot of an event and says who is out: a bot is out of a game if it
/// has failed often enough in games of lower numbers, whenever these were played. So who is out of
/// which game does not depend on how many games are played at a time. Any thread may ask.
class Strikes {
 public:
  /// For each bot the number of failures after which it is out; nothing: never.
  explicit Strikes(std::vector<std::optional<int>> most);

  /// A game is about to be played; whether a bot fails in it is open until decide().
  void begin(const ScheduledGame& game);
  /// Takes a game that has been played. If the game counts, its culprit, if any, gets a strike.
  void finish(std::uint64_t number, std::optional<std::size_t> culprit);
  /// Takes a game that is known to count.
  void decide(std::uint64_t number, std::optional<std::size_t> culprit);

  /// Is a bot out of the game of this number by what is decided?
  bool is_out(std::size_t bot, std::uint64_t number) const;
  /// If it is not, could it be by what is open?
  bool is_open(std::size_t bot, std::uint64_t number) const;

 private:
  std::ptrdiff_t failures_before(std::size_t bot, std::uint64_t number) const;

  mutable std::mutex mutex_;
  std::vector<std::optional<int>> most_;
  std::vector<std::set<std::uint64_t>> failures_;           ///< by bot
  std::map<std::uint64_t, std::vector<std::size_t>> open_;  ///< games, with who may fail in them
};

}  // namespace schiri
