#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rating/numerics/spd_inverse.h"

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

}  // namespace schiri
