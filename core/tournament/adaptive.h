#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/rating/numerics/spd_inverse.h"
#include "core/tournament/config.h"
#include "core/tournament/schedule.h"

namespace schiri {

/// The strengths of players by the points of their pairs of games with colours swapped, so far:
/// what an adaptive schedule pairs by. A player of strength a is expected to score 1/(1 + e^(b -
/// a)) of the points against one of b (a unit is 173.7 points of Elo); a normal prior of standard
/// deviation 350 Elo keeps strengths finite. Lists and stop rules rate by `rate_bt` instead.
class PairStrengths {
 public:
  /// From 2 to `most_players` players, otherwise throws std::invalid_argument.
  explicit PairStrengths(std::size_t players);
  static constexpr std::size_t most_players = 100;

  /// Adds a pair of games; `half_points` of the first player, 0 to 4.
  void add(std::size_t first, std::size_t second, int half_points);

  std::size_t players() const { return players_; }
  /// Whether the last pair has updated the strengths: they are whenever there are some 3 % more
  /// pairs.
  bool is_fresh() const { return pairs_ == fitted_at_; }
  double strength(std::size_t player) const { return strengths_[player]; }
  /// The number of pairs of two players.
  std::uint64_t met(std::size_t one, std::size_t other) const { return couple(one, other).pairs; }
  /// The information of a pair of games of two players about their difference.
  double information(std::size_t one, std::size_t other) const;
  /// The covariance of the strengths if each two players had met so often; `met`: row by row, the
  /// lesser number first.
  rating::SquareMatrix covariance(std::span<const std::uint64_t> met) const;

  /// The information about the difference of two players that decides their order, together with
  /// all other orders, if their difference is `lead`; and what is known. Draws make pairs less
  /// random and so reduce the first.
  double needed_information(double lead) const;
  double known_information(std::size_t one, std::size_t other) const;
  bool is_decided(std::size_t one, std::size_t other) const;

 private:
  /// The results of two players, from the side of the one with the lesser number.
  struct Couple {
    std::uint64_t pairs = 0;
    double points = 0;
    double squares = 0;  ///< sum of the pairs' squared points
  };

  const Couple& couple(std::size_t one, std::size_t other) const;
  double share(std::size_t one, std::size_t other) const;
  template <class Visit>
  void visit_met(const Visit& visit) const;
  double log_posterior(std::span<const double> strengths) const;
  void refit();
  void measure_dispersion();

  std::size_t players_;
  std::uint64_t pairs_ = 0;
  std::uint64_t fitted_at_ = 0;
  std::vector<Couple> couples_;    ///< row by row
  std::vector<double> strengths_;  ///< of mean 0
  rating::SquareMatrix covariance_;
  double dispersion_ = 1;  ///< variance of pairs, divided by that of games without draws
};

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
  void add(const GameResult& result) override;

 private:
  struct Encounter {
    std::size_t first = 0;  ///< White in the first game
    std::size_t second = 0;
    PairScore score = {};
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
