#pragma once

#include <cstdint>
#include <set>

#include "db/games/store.h"
#include "db/tournament/played_games.h"
#include "notation/contest/contest.h"

namespace schiri::db {

/// Stores the games of a tournament, each with its opening if it is the first game of that opening,
/// and with the last output of a program that failed.
class TournamentWriter {
 public:
  TournamentWriter(Store& store, const StoredEvent& event, const Contest& contest);

  void add(const ScheduledGame& scheduled, const ContestGame& game);
  /// Stores a game that failed for a reason outside of the bots, so that it does not count.
  void add_void(std::uint64_t number, const ContestGame& game);

 private:
  std::optional<OpeningRow> opening_row(std::uint64_t number);

  Store& store_;
  const StoredEvent& event_;
  const Contest& contest_;
  std::set<std::uint64_t> stored_openings_;
};

}  // namespace schiri::db
