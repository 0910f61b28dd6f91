#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/tests/sprt.h"
#include "core/tournament/config.h"
#include "core/tournament/schedule.h"

namespace schiri {

/// A finished game as far as it shows who is stronger.
struct JudgedGame {
  ScheduledGame scheduled;
  std::optional<Outcome> outcome;     ///< nothing if nobody scored, or it was not played
  std::optional<std::uint64_t> hash;  ///< of its start and turns; nothing without turns
};

/// Tells games from those that are identical to earlier ones: same players, colours, turns and
/// result.
class DistinctGames {
 public:
  /// Is this the first of its kind? A game without a hash always is.
  bool add(const JudgedGame& game);
  /// How many were not.
  std::uint64_t repeats() const { return repeats_; }

 private:
  std::unordered_set<std::uint64_t> seen_;
  std::uint64_t repeats_ = 0;
};

/// When an event has shown enough, a function of its games in the order of their numbers. Identical
/// games are no evidence.
class StopRule {
 public:
  virtual ~StopRule() = default;

  /// Takes the next game. Returns whether the event is over with it; is not asked again then.
  virtual bool add(const JudgedGame& game) = 0;
  /// Where it stands, in one line.
  virtual std::string text() const = 0;
};

/// A sequential test of the first player against the second, by pairs of games with colours
/// swapped, by games where there are no pairs. A pair counts unless both of its games are repeats.
class SprtRule final : public StopRule {
 public:
  SprtRule(const rating::SprtOptions& options, bool pairs);

  bool add(const JudgedGame& game) override;
  std::string text() const override;

  const rating::SprtOptions& options() const { return options_; }
  const rating::MatchCounts& counts() const { return counts_; }
  const rating::SprtState& state() const { return test_.state(); }

 private:
  bool add_unit(std::size_t points);

  rating::SprtOptions options_;
  rating::MatchCounts counts_;
  rating::Sprt test_;
  DistinctGames distinct_;
  std::optional<int> first_leg_;  ///< half points of the first player, if somebody scored
  bool first_is_new_ = false;
};

/// The largest error of the ratings, as `rate_bt` gives them, checked after each round.
class ErrorRule final : public StopRule {
 public:
  /// `most`: half of a 95 % interval in points of the scale.
  ErrorRule(std::size_t players, std::uint64_t games_a_round, double most,
            rating::Scale scale = rating::Scale::elo);

  bool add(const JudgedGame& game) override;
  std::string text() const override;

  /// After the last full round; nothing as long as somebody has none.
  std::optional<double> largest_error() const { return largest_; }

 private:
  void count(const JudgedGame& game);
  void count_alone(const JudgedGame& game, bool is_new);

  double most_;
  rating::Scale scale_;
  std::uint64_t games_a_round_;
  std::uint64_t games_ = 0;
  rating::GameCounts counts_;
  DistinctGames distinct_;
  std::optional<JudgedGame> first_leg_;
  bool first_is_new_ = false;
  std::optional<double> largest_;
};

/// What ends an event before its last game; null if nothing does.
std::unique_ptr<StopRule> make_stop_rule(const TournamentConfig& config);

/// Shows games to a rule in the order of their numbers, whenever they finish.
class Judge {
 public:
  /// `rule` may be null.
  explicit Judge(std::unique_ptr<StopRule> rule) : rule_(std::move(rule)) {}

  /// Takes each game of the event once, in any order.
  void add(const JudgedGame& game);
  /// The number of the game that ended the event; nothing as long as none has.
  std::optional<std::uint64_t> end() const { return end_; }
  const StopRule* rule() const { return rule_.get(); }

 private:
  std::unique_ptr<StopRule> rule_;
  std::map<std::uint64_t, JudgedGame> waiting_;
  std::uint64_t next_ = 1;
  std::optional<std::uint64_t> end_;
};

}  // namespace schiri
