#pragma once

#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/rating/sequential/match_stats.h"
#include "core/tournament/screening.h"
#include "notation/text/table.h"

namespace schiri::cli {

/// A take of a test of several takes.
struct TakeRow {
  std::string name;
  TakeRace::State state;
  std::string beaten_by;  ///< the name of the take that it is behind; empty otherwise
  rating::SprtState test;
  std::uint64_t pairs = 0;
  rating::MatchElo elo;

  /// `accepted`, `playing`, `rejected` or `behind`.
  std::string_view state_name() const;
  /// For people: `accepted`, `playing`, `not stronger`, `behind NAME`.
  Message state_text() const;
};

const Columns<TakeRow>& take_columns();

/// The takes of a tournament in the system `screening`, in its order; none in others.
std::vector<TakeRow> take_rows(const StopRule* rule, const TournamentConfig& config);

}  // namespace schiri::cli
