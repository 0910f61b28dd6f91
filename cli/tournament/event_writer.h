#pragma once

#include <cstdint>
#include <set>

#include "db/games/store.h"
#include "db/tournament/played_games.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// Stores the games of an event, each with what belongs to it: its opening if it is the first that
/// begins so, and what a program that failed has left behind.
class TournamentWriter {
 public:
  TournamentWriter(db::Store& store, const db::StoredEvent& event, const Contest& contest);

  void add(const ScheduledGame& scheduled, const ContestGame& game);
  /// A game that something around the referee has spoilt.
  void add_void(std::uint64_t number, const ContestGame& game);

 private:
  std::optional<db::OpeningRow> opening_row(std::uint64_t number);

  db::Store& store_;
  const db::StoredEvent& event_;
  const Contest& contest_;
  std::set<std::uint64_t> stored_openings_;
};

}  // namespace schiri::cli
