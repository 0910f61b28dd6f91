#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/models/bt_fit.h"
#include "core/rating/numerics/spd_inverse.h"

/// The errors of a fitted pool: intervals, likelihoods of superiority, the error of White's
/// advantage. Used by rate_bt (bt.h), which documents them. Natural units, as in bt_fit.h.
namespace schiri::rating {

/// The ends of a 95 % interval, relative to the estimate.
struct IntervalEnds {
  double low = 0, high = 0;
};

struct FittedGames {
  std::span<const ColourCount> singles;
  std::span<const PairCount> pairs;
  std::span<const OpeningCount> openings;
};

class PoolErrors {
 public:
  /// `reference`: a weight for each player, of sum 1: errors are those of ratings minus this mean;
  /// all 0 for the ratings themselves, which observations hold. `fit` must outlive this.
  PoolErrors(const PoolFit& fit, std::vector<double> reference, const FittedGames& games);

  /// False if there are none: too many players, or no fit.
  bool exist() const { return exist_; }
  /// The 95 % interval of a player's rating. By the likelihood in pools of up to 200 players and
  /// for players with fewer than 20 points or fewer than 20 points lost, otherwise normal.
  IntervalEnds interval(std::size_t player) const;
  /// Half of the normal 95 % interval of a difference of two ratings.
  double error(std::size_t one, std::size_t other) const;
  /// The likelihood that `one` is the stronger player.
  double superiority(std::size_t one, std::size_t other) const;
  /// The direction of ratings that the games determine least.
  std::vector<double> least_known() const;
  /// The difference of two groups' means, each weighted by the information of its players' games,
  /// and half of its 95 % interval.
  struct Distance {
    double value = 0, error = 0;
  };
  Distance distance(const std::vector<bool>& is_first) const;
  /// Half of the 95 % interval of White's advantage; nullopt if it was not fitted, or if fewer than
  /// ten openings determine it.
  std::optional<double> advantage_error() const { return advantage_error_; }

 private:
  /// Openings, or units without one: their scores along White's advantage and the spread.
  struct Clusters {
    double count = 0, games = 0, squared_games = 0;
    double advantage = 0, spread = 0;  ///< sums of the squared scores
    double effective() const { return games * games / squared_games; }
  };
  struct Direction {
    std::vector<double> line;
    double length = 0;
  };

  double draw_factor(std::size_t encounter) const;
  double pair_dispersion();
  void find_score_variation();
  void find_opening_errors(const FittedGames& games);
  Clusters clusters_of(const FittedGames& games, bool by_opening) const;
  double covariance(std::size_t i, std::size_t j) const;
  double variance(std::size_t one, std::size_t other) const;
  const SquareMatrix& all_inverse() const;
  bool is_by_likelihood(std::size_t player) const;
  Direction direction(std::size_t one, std::size_t other) const;

  const PoolFit& fit_;
  std::vector<double> reference_;
  bool exist_ = false;
  std::vector<EncounterWeight> weights_;      ///< of the games
  SquareMatrix inverse_{0};                   ///< of their information
  SquareMatrix varied_{0};                    ///< the inverse times the variation of scores
  mutable SquareMatrix all_inverse_{0};       ///< of the information with the prior, if needed
  mutable std::vector<double> of_reference_;  ///< that times the reference
  std::vector<double> reference_covariance_;  ///< of each rating with the reference
  double reference_variance_ = 0;
  double spread_variance_ = 0;  ///< of a common factor of all ratings, by openings
  double degrees_ = std::numeric_limits<double>::infinity();
  double quantile_ = 0;              ///< of a 95 % interval
  std::vector<double> made_, lost_;  ///< each player's points
  std::optional<double> advantage_error_;
};

}  // namespace schiri::rating
