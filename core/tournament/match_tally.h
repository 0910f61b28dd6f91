#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "core/rating/tests/match_stats.h"
#include "core/tournament/stop_rule.h"

namespace schiri {

/// The match of two players within a tournament, with the evidence that a sequential test counts:
/// pairs of games with colours swapped unless both games are repeats; if the tournament has no
/// pairs, games that are not repeats. Games without a result and games that were not played do not
/// count.
class MatchTally {
 public:
  /// `first` and `second` are indices in the list of players; figures are from the side of `first`.
  MatchTally(std::size_t first, std::size_t second) : first_(first), second_(second) {}

  /// Adds a game of the tournament, each once; ignores games of other players. The order decides
  /// only which of several equal games is a repeat.
  void add(const JudgedGame& game);
  rating::MatchSummary summary() const;

 private:
  struct Leg {
    JudgedGame game;
    bool is_new = false;
  };

  bool is_of_match(const ScheduledGame& game) const;
  void add_leg(const JudgedGame& game, bool is_new);

  std::size_t first_;
  std::size_t second_;
  DistinctGames distinct_;
  rating::Wdl all_;
  rating::MatchCounts games_ = rating::MatchCounts::wdl(0, 0, 0);
  rating::MatchCounts pairs_ = rating::MatchCounts::penta({});
  bool has_pairs_ = false;
  std::map<std::uint64_t, Leg> waiting_;  ///< legs without their partner, by the first one's number
};

/// The tally of the only match of a tournament, from the side of this player; nullopt if it has
/// more than two players, or is a tune.
std::optional<MatchTally> match_of(const TournamentConfig& config, std::size_t player = 0);

}  // namespace schiri
