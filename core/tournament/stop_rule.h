#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/rating/games/counts.h"
#include "core/rating/games/game_log.h"
#include "core/rating/models/bt.h"
#include "core/rating/sequential/match_stats.h"
#include "core/rating/sequential/sprt.h"
#include "core/tournament/config.h"
#include "core/tournament/schedule.h"

/// Rules that end a tournament early: sequential tests and error bounds, fed with games in the
/// order of their numbers. The tournament loop, `tournament verify` and the shared test of shards
/// use them.
namespace schiri {

/// A finished game in the form that stop rules need.
struct JudgedGame {
  ScheduledGame scheduled;
  std::optional<Outcome> outcome;     ///< nullopt if the game has no result or was not played
  std::optional<std::uint64_t> hash;  ///< of its start and turns; nullopt without turns

  /// The half points of one of its players. Needs an outcome.
  int points_of(std::size_t player) const {
    return half_points(*outcome, scheduled.white == player ? Side::white : Side::black);
  }
};

/// A pair of games, or one game, with these half points of a player, as counts.
rating::MatchCounts one_unit(bool pairs, std::size_t half_points);
/// One game with these half points of a player.
rating::Wdl result_of(int half_points);

/// Finds games that repeat an earlier one: same players, colours, turns and result.
class DistinctGames {
 public:
  /// Returns whether the game is new. A game without a hash is always new.
  bool add(const JudgedGame& game);
  /// The number of repeated games.
  std::uint64_t repeats() const { return repeats_; }

 private:
  std::unordered_set<std::uint64_t> seen_;
  std::uint64_t repeats_ = 0;
};

/// A game with the earlier one of its pair.
struct JoinedGames {
  std::optional<JudgedGame> first;  ///< nullopt if the game has no partner
  JudgedGame last;
  bool first_is_new = false;
  bool last_is_new = false;

  /// Is this a pair with two results, of which at least one is not a repeat?
  bool is_evidence() const {
    return first && first->outcome && last.outcome && (first_is_new || last_is_new);
  }
  /// The half points of a player in both games.
  int points_of(std::size_t player) const {
    return first->points_of(player) + last.points_of(player);
  }
};

/// Joins the games of each pair with colours swapped, which have adjacent numbers.
class PairJoiner {
 public:
  /// Adds a game; nullopt if its partner is still missing. The order decides which game of a pair
  /// is the first one, and which of several equal games is a repeat.
  std::optional<JoinedGames> add(const JudgedGame& game);
  /// Will further games be no evidence? Only repeats have followed for as many games as were new,
  /// and for at least 400: bots without randomness have played all openings. Or 400 games in a row
  /// were not played, because a player is out.
  bool is_exhausted() const { return !reason().empty(); }
  /// Why, as a part of a sentence; empty if they may be.
  Message reason() const;

 private:
  DistinctGames distinct_;
  std::uint64_t new_games_ = 0;
  std::uint64_t repeats_in_row_ = 0;
  std::uint64_t unplayed_in_row_ = 0;
  struct Leg {
    JudgedGame game;
    bool is_new = false;
  };
  std::map<std::uint64_t, Leg> waiting_;  ///< legs without their partner, by the first one's number
};

/// The text of a rule, with PairJoiner::reason() if there is one.
inline Message with_reason(const Message& text, const Message& reason) {
  return reason.empty() ? text : joined(text, reason);
}

/// Decides when a tournament has enough games, from its games in the order of their numbers.
/// Repeated games are no evidence; a tournament that only repeats games ends without its aim.
class StopRule {
 public:
  virtual ~StopRule() = default;

  /// Adds the next game. Returns whether the tournament ends with it; must not be called after
  /// that.
  virtual bool add(const JudgedGame& game) = 0;
  /// The state of the rule, in one line.
  virtual Message text() const = 0;
};

/// A sequential test of the first player against the second, by pairs of games with colours
/// swapped, or by games if there are no pairs. A pair counts unless both of its games are repeats.
class SprtRule final : public StopRule {
 public:
  SprtRule(const rating::SprtOptions& options, bool pairs);

  bool add(const JudgedGame& game) override;
  Message text() const override;

  const rating::SprtOptions& options() const { return options_; }
  const rating::MatchCounts& counts() const { return counts_; }
  const rating::SprtState& state() const { return test_.state(); }

 private:
  bool add_unit(int points);

  rating::SprtOptions options_;
  rating::MatchCounts counts_;
  rating::Sprt test_;
  PairJoiner joiner_;
};

/// The largest error of the ratings, as `rate_bt` gives them, checked after each round. Looking so
/// often is not a test: an error bound holds for a number of games that does not depend on the
/// results.
class ErrorRule final : public StopRule {
 public:
  /// `most`: half of a 95 % interval in points of the scale.
  ErrorRule(std::size_t players, std::uint64_t games_a_round, double most);

  bool add(const JudgedGame& game) override;
  Message text() const override;

  /// The largest error at the last check; nullopt while a player has none.
  std::optional<double> largest_error() const { return largest_; }

 private:
  void count(const JudgedGame& game);
  bool is_precise();
  void count_alone(const JudgedGame& game, bool is_new);

  double most_;
  std::uint64_t games_a_round_;
  std::uint64_t games_ = 0;
  rating::GameCounts counts_;
  PairJoiner joiner_;
  std::optional<double> largest_;
};

/// The rule that ends a tournament before its last game; null if there is none.
std::unique_ptr<StopRule> make_stop_rule(const TournamentConfig& config);

/// Passes games to a rule in the order of their numbers, whatever the order in which they finish.
class Judge {
 public:
  /// `rule` may be null.
  explicit Judge(std::unique_ptr<StopRule> rule) : rule_(std::move(rule)) {}

  /// Adds each game of the tournament once, in any order.
  void add(const JudgedGame& game);
  /// The number of the game that ended the tournament; nullopt before.
  std::optional<std::uint64_t> end() const { return end_; }
  const StopRule* rule() const { return rule_.get(); }

 private:
  std::unique_ptr<StopRule> rule_;
  std::map<std::uint64_t, JudgedGame> waiting_;
  std::uint64_t next_ = 1;
  std::optional<std::uint64_t> end_;
};

/// The match of two players within a tournament, with the evidence that a sequential test counts:
/// pairs of games with colours swapped unless both games are repeats; if more games are in no pair,
/// each game that is not a repeat. Games without a result and games that were not played do not
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
  bool is_of_match(const ScheduledGame& game) const;

  std::size_t first_;
  std::size_t second_;
  PairJoiner joiner_;
  rating::Wdl all_;
  rating::MatchCounts games_ = rating::MatchCounts::wdl(0, 0, 0);
  rating::MatchCounts pairs_ = rating::MatchCounts::penta({});
  std::uint64_t single_games_ = 0;  ///< of `games_`, in no pair
  bool has_pairs_ = false;
};

/// The tally of the only match of a tournament, from the side of this player; nullopt if it has
/// more than two players, or is a tune.
std::optional<MatchTally> match_of(const TournamentConfig& config, std::size_t player = 0);

/// Two players of a log.
using Pairing = std::pair<rating::PlayerId, rating::PlayerId>;

/// The matches of these pairings, from the first player's side, as MatchTally counts them. The
/// pairs of games are those of `find_partners`, the repeats those of `find_repeats`. Each pairing
/// is given once.
std::vector<rating::MatchSummary> played_matches(const rating::GameLog& log,
                                                 std::span<const Pairing> pairings);

}  // namespace schiri
