#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/tournament/config.h"
#include "core/tournament/pair_strengths.h"
#include "core/tournament/schedule.h"

namespace schiri {

/// In each round two players meet in two games with colours swapped, from an opening of their own:
/// the two whose pair of games is most informative, about ratings or about ranks. A round follows
/// from the results of all but the most recent earlier rounds, so that many games can be played at
/// once and the order in which they end does not matter.
class Adaptive final : public Schedule {
 public:
  /// From 2 to PairStrengths::most_players players, one round. Throws std::invalid_argument. The
  /// seed decides between equal players.
  Adaptive(std::size_t players, std::uint64_t rounds, AdaptiveTarget target, std::uint64_t seed);

  std::uint64_t games() const override { return 2 * rounds_; }
  std::uint64_t paired() const override { return 2 * encounters_.size(); }
  ScheduledGame game(std::uint64_t number) const override;
  void add_result(std::uint64_t number, std::optional<Outcome> outcome) override;

 private:
  struct Encounter {
    std::size_t first = 0;  ///< White in the first game
    std::size_t second = 0;
    int missing = 2;                     ///< games without a result
    std::optional<int> half_points = 0;  ///< of the first player; nullopt if a game has no result
  };

  void learn();
  void pair();
  void append(std::size_t one, std::size_t other);
  void foresee();
  std::array<std::size_t, 2> choose() const;
  std::array<std::size_t, 2> choose_for_ratings() const;
  std::optional<std::array<std::size_t, 2>> choose_for_ranks() const;
  double pending(std::size_t one, std::size_t other) const;
  double variance(std::size_t one, std::size_t other) const;

  std::uint64_t rounds_;
  AdaptiveTarget target_;
  std::vector<Encounter> encounters_;
  std::uint64_t learnt_ = 0;  ///< number of encounters with known results
  PairStrengths known_;
  std::vector<std::size_t> order_;   ///< random order of the players
  std::vector<std::uint64_t> met_;   ///< row by row, paired encounters included
  rating::SquareMatrix covariance_;  ///< of the strengths once all paired games are played
};

}  // namespace schiri
