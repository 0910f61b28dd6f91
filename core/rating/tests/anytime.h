#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rating/tests/score_bets.h"
#include "core/rating/tests/score_likelihood.h"

namespace schiri::rating {

/// Between which a figure lies; what is missing is open.
struct Bounds {
  std::optional<double> low;
  std::optional<double> high;
};

/// Half the width of an interval; nothing if it is open.
std::optional<double> half_width(const Bounds& bounds);

/// The places, from 1, between which a player stands.
struct RankBounds {
  std::size_t low = 1;
  std::size_t high = 1;

  friend bool operator==(const RankBounds&, const RankBounds&) = default;
};

/// What pairs of games with colours swapped tell of their players, by intervals that hold all
/// together and at every moment with a probability of 95 % at least: whoever looks after each pair,
/// chooses the next one by what is seen and ends when it looks good is wrong no more often. The
/// unit is the pair, of which 1/(1 + 10^((b - a)/400)) of the points are expected of a player of
/// rating a against one of b, so the first move cancels out; nothing is assumed of draws.
///
/// Half of the 5 % is for the ratings. Every pair is foretold from those before; that what was
/// foretold is likelier than what the true ratings tell by a factor of 1/a has a probability of a
/// at most, at any time (Wasserman, Ramdas and Balakrishnan 2020, "Universal inference"; Ville
/// 1939). All ratings that are not excluded by that are an ellipsoid's kin, its extent the
/// intervals. As forecasts begin badly they also begin anew whenever the pairs have doubled, each
/// beginning with a share of the probability. The likelihood is that of single games by their
/// points: E (q/m)^x ((1-q)/(1-m))^(1-x) <= 1 for every x from 0 to 1 of mean m, and for the
/// product of a pair's games where the opening helps a colour and nobody else, as then the
/// expectations of one player in both are never positively correlated.
///
/// The other half is for bets on each two players' games alone (see `log_wealth`), which need no
/// model, not even of the opening, and gain where draws are common. Who is above whom follows from
/// both, and from who is between.
class AnytimeRatings {
 public:
  /// From 2 to `most_players`, else std::invalid_argument.
  explicit AnytimeRatings(std::size_t players);
  static constexpr std::size_t most_players = 100;
  /// Of the prior of fits and forecasts: its standard deviation is 350 points.
  static constexpr double prior_precision = 0.25;

  /// A pair of games, in the order in which they were chosen; `half_points` of the first, 0 to 4.
  void add(std::size_t first, std::size_t second, int half_points);

  std::size_t players() const { return players_; }
  std::uint64_t pairs() const { return pairs_; }
  /// Has the fit just been made anew? It is when there are some 3 % more pairs than before.
  bool is_fresh() const { return pairs_ == fitted_at_; }
  /// Of all pairs up to then, with a prior.
  const ScoreLikelihood::Fit& fit() const { return fit_; }
  /// Pairs of games of two players, or of one.
  std::uint64_t met(std::size_t first, std::size_t second) const;
  std::uint64_t met(std::size_t player) const;

  /// Ratings by the fit, of mean 1500.
  double rating(std::size_t player) const;
  std::vector<Bounds> ratings() const;
  /// The greatest half width of those; nothing if one is open. Where the first that is not below
  /// `enough` is found, that one, and they are looked at from the least known on.
  std::optional<double> largest_error(double enough) const;
  /// What separates each two players, row minus column; row by row.
  std::vector<Bounds> differences() const;
  /// Do the results contradict all ratings that there could be, as players beat each other in a
  /// circle? Then what concerns it is open.
  bool is_contradictory() const;

  /// Who is above whom, as far as bets have told after each pair and compare() has. What is found
  /// once stays.
  bool is_above(std::size_t one, std::size_t other) const { return above_[one * players_ + other]; }
  /// Looks what the ratings tell of that.
  void compare();
  /// The logarithm of what bets on one being above the other have brought, and what is needed.
  double wealth(std::size_t one, std::size_t other) const;
  double needed_wealth() const;
  RankBounds rank(std::size_t player) const;

 private:
  struct Meeting {
    PairCells cells{};  ///< of the one who is listed first
    double points() const;
    std::uint64_t pairs() const;
  };
  using Meetings = std::vector<Meeting>;
  /// A beginning of forecasts.
  struct Mark {
    Meetings before;
    double foretold = 0;
  };
  /// Strengths that are not excluded: where the likelihood of some pairs is at least a level.
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
  double foretold_ = 0;  ///< the logarithm of the probability that forecasts gave to what came
  Meetings meetings_;
  std::vector<Mark> marks_;
  ScoreLikelihood::Fit fit_;
  std::vector<bool> above_;
};

}  // namespace schiri::rating
