#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rating/tests/score_bets.h"
#include "core/rating/tests/score_likelihood.h"

/// Ratings and ranks with intervals that hold at every time, for adaptive tournaments and their
/// stop rule.
namespace schiri::rating {

/// The interval of a figure; a missing bound is open.
struct Bounds {
  std::optional<double> low;
  std::optional<double> high;
};

/// Half the width of an interval; nullopt if it is open.
std::optional<double> half_width(const Bounds& bounds);

/// The interval of a player's place, from 1.
struct RankBounds {
  std::size_t low = 1;
  std::size_t high = 1;

  friend bool operator==(const RankBounds&, const RankBounds&) = default;
};

/// The evidence of pairs of games with colours swapped about their players, in intervals that hold
/// simultaneously and at every moment with a probability of at least 95 %, even if they are
/// examined after each pair, the next pair is chosen by the results and the event stops at any
/// time. The unit is the pair, of which a player of rating a is expected to score 1/(1 + 10^((b -
/// a)/400)) of the points against one of b, so the first move cancels out; there is no assumption
/// on draws.
///
/// Half of the 5 % is for the ratings. Every pair is forecast from those before; the probability
/// that the likelihood of the forecasts ever exceeds that of the true ratings by a factor of 1/a is
/// at most a (Wasserman, Ramdas and Balakrishnan 2020, "Universal inference"; Ville 1939). The
/// ratings that this does not exclude form a region like an ellipsoid, whose extent gives the
/// intervals. Because early forecasts are bad, they also restart whenever the number of pairs has
/// doubled, each start with a share of the probability. The likelihood is that of single games by
/// their points: E (q/m)^x ((1-q)/(1-m))^(1-x) <= 1 for every x from 0 to 1 of mean m, and for the
/// product of a pair's games if the opening helps a colour but no player, because then the
/// expectations of one player in both are never positively correlated.
///
/// The other half is for bets on each two players' games alone (see `log_wealth`), which need no
/// model, not even of the opening, and are stronger if draws are common. The order of two players
/// follows from both, and from the players between them.
class AnytimeRatings {
 public:
  /// From 2 to `most_players` players, otherwise throws std::invalid_argument.
  explicit AnytimeRatings(std::size_t players);
  static constexpr std::size_t most_players = 100;
  /// The precision of the prior of fits and forecasts: a standard deviation of 350 points.
  static constexpr double prior_precision = 0.25;

  /// Adds a pair of games, in the order in which they were chosen; `half_points` of the first, 0 to
  /// 4.
  void add(std::size_t first, std::size_t second, int half_points);

  std::size_t players() const { return players_; }
  std::uint64_t pairs() const { return pairs_; }
  /// Has the last pair updated the fit? It is updated whenever there are some 3 % more pairs.
  bool is_fresh() const { return pairs_ == fitted_at_; }
  /// The fit of all pairs up to then, with a prior.
  const ScoreLikelihood::Fit& fit() const { return fit_; }
  /// Pairs of games of two players, or of one.
  std::uint64_t met(std::size_t first, std::size_t second) const;
  std::uint64_t met(std::size_t player) const;

  /// Ratings by the fit, of mean 1500.
  double rating(std::size_t player) const;
  std::vector<Bounds> ratings() const;
  /// The greatest half width of the ratings' intervals; nullopt if one is open. The intervals are
  /// computed from the least known player on, and the first half width of at least `enough` is
  /// returned.
  std::optional<double> largest_error(double enough) const;
  /// The differences of ratings, row minus column; row by row.
  std::vector<Bounds> differences() const;
  /// Do the results contradict all possible ratings because players beat each other in a cycle?
  /// Then the intervals of these players are open.
  bool is_contradictory() const;

  /// Is `one` above `other`, by the bets after each pair or by compare()? A result stays.
  bool is_above(std::size_t one, std::size_t other) const { return above_[one * players_ + other]; }
  /// Finds more players above others by the ratings.
  void compare();
  /// The logarithm of the wealth from bets that one is above the other, and the target.
  double wealth(std::size_t one, std::size_t other) const;
  double needed_wealth() const;
  RankBounds rank(std::size_t player) const;

 private:
  struct Meeting {
    PairCells cells{};  ///< of the player that is listed first
    double points() const;
    std::uint64_t pairs() const;
  };
  using Meetings = std::vector<Meeting>;
  /// A start of forecasts.
  struct Mark {
    Meetings before;
    double foretold = 0;
  };
  /// The region of strengths that are not excluded: those for which the likelihood of some pairs is
  /// at least a level.
  struct Region {
    ScoreLikelihood likelihood;
    ScoreLikelihood::Fit fit;
    double level;
  };

  std::size_t index(std::size_t first, std::size_t second) const;
  ScoreLikelihood likelihood(const Meetings& before) const;
  double foretell(std::size_t first, std::size_t second) const;
  void refit();
  std::optional<Region> region() const;
  Bounds bounds(const Region& region, std::vector<double> direction) const;
  Bounds rating_bounds(const std::optional<Region>& region, const std::vector<double>& highest,
                       std::size_t player) const;
  bool excludes_swap(const Region& region, std::size_t one, std::size_t other) const;
  std::vector<double> bet_bounds() const;
  void set_above(std::size_t one, std::size_t other);

  std::size_t players_;
  std::uint64_t pairs_ = 0;
  std::uint64_t fitted_at_ = 0;
  double foretold_ = 0;  ///< the logarithm of the forecasts' probability of the results
  Meetings meetings_;
  std::vector<Mark> marks_;
  ScoreLikelihood::Fit fit_;
  std::vector<bool> above_;
};

}  // namespace schiri::rating
