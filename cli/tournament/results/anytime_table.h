#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/print/format.h"
#include "cli/print/json.h"
#include "core/tournament/pair_evidence.h"
#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// Ratings, differences and ranks of a tournament, with intervals that hold simultaneously and at
/// every time.
class AnytimeTable {
 public:
  /// From the stored games. Throws InputError for a tournament without pairs of games, or with too
  /// many players.
  AnytimeTable(const db::Store& store, const db::StoredEvent& event, const Contest& contest);

  /// Prints a table, fenced in Markdown, or one JSON object.
  void print(std::ostream& out, Format format) const;

 private:
  /// Intervals for more players would take too long.
  static constexpr std::size_t most_for_differences = 30;

  std::string lead(std::size_t place) const;
  Json player(std::size_t player) const;
  Json differences() const;

  const std::vector<BotSpec>& bots_;
  PairEvidence evidence_;
  std::vector<std::size_t> order_;  ///< best first
  std::vector<rating::Bounds> ratings_;
  std::vector<rating::Bounds> differences_;  ///< row by row; empty without any
};

}  // namespace schiri::cli
