#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "core/base/message.h"
#include "core/rating/tests/anytime.h"
#include "core/tournament/stop_rule.h"

namespace schiri {

/// The evidence of a tournament's pairs of games with colours swapped, in intervals that hold at
/// every moment. A pair counts unless both games are repeats or one has no result.
class PairEvidence {
 public:
  /// Throws std::invalid_argument for more players than AnytimeRatings takes.
  explicit PairEvidence(std::size_t players) : ratings_(players) {}

  /// Adds the next game, in the order of their numbers. Returns whether it completes a pair that
  /// counts.
  bool add(const JudgedGame& game);
  bool only_repeats() const { return joiner_.only_repeats(); }
  const rating::AnytimeRatings& ratings() const { return ratings_; }
  /// Compares all players.
  void compare() { ratings_.compare(); }

 private:
  rating::AnytimeRatings ratings_;
  PairJoiner joiner_;
};

/// Ends an event when the intervals of its ratings, or of its ranks, are narrow enough.
class AnytimeRule final : public StopRule {
 public:
  /// `most`: the bound for half of an interval, in points or places.
  AnytimeRule(std::size_t players, AdaptiveTarget target, double most)
      : evidence_(players), target_(target), most_(most) {}

  bool add(const JudgedGame& game) override;
  Message text() const override;

 private:
  std::optional<double> largest_rank_error() const;

  PairEvidence evidence_;
  AdaptiveTarget target_;
  double most_;
  std::optional<double> largest_;
};

}  // namespace schiri
