#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/rating/audit/residual_sum.h"
#include "core/rating/games/game_log.h"
#include "core/rating/models/bt.h"
#include "core/rating/numerics/spd_inverse.h"

/// The games of a pool with their expectations, and weighted sums of residuals. Used by the audit
/// alone.
namespace schiri::rating {

/// The games of one pool and their expectations by its list. Players are numbered as in the list.
/// Natural units: of x = R ln10/800 on the scale of odds, see `DavidsonModel`.
class AuditGames {
 public:
  /// Results with one colouring of two players, from White's side, and the expected ones.
  struct Side {
    Wdl results;
    Expectation expected;
  };

  /// All games of two players, i < j.
  struct Pairing {
    std::size_t i = 0;
    std::size_t j = 0;
    std::array<Side, 2> sides{};  ///< with i as White, with j as White
    double residual = 0;          ///< wins minus losses of i, minus the expectation
    double information = 0;       ///< its variance if games are independent

    double games() const;
    double points() const;  ///< of i
    double draws() const;
    /// Adds wins minus losses of i with a weight, and draws with another.
    void add_to(ResidualSum& sum, double lead, double draw) const;
    /// Adds the weighted contributions of each game to the score of a player (i, or else j), of the
    /// first move and of draws.
    void add_to_as(ResidualSum& sum, bool of_i, double rating, double advantage, double draw) const;
  };

  /// A pair of games from one opening with colours swapped, or one game.
  struct Unit {
    std::size_t i = 0;
    std::size_t j = 0;
    std::array<bool, 2> i_is_white{};
    std::array<Outcome, 2> results{};
    int games = 0;
    std::uint64_t moment = 0;  ///< the same number for the same date and round
  };

  /// The variance of sums over pairs of games, divided by that of single games: of the players'
  /// difference, of White's score, and of draws. 1 if there are too few pairs.
  struct Dispersion {
    double lead = 1;
    double colour = 1;
    double draws = 1;
  };

  AuditGames(const BtList& list, const BtOptions& options, std::vector<Unit> units);

  /// Whether the fit has an inverse information to working precision.
  bool is_sound() const { return inverse_.has_value(); }
  std::size_t players() const { return players_; }
  double natural_per_point() const { return natural_per_point_; }
  bool has_draws() const { return nu_ > 0; }
  /// Whether White's advantage was fitted.
  bool has_advantage() const { return has_advantage_; }
  bool has_both_colours(std::size_t player) const;
  /// Whether the player's games have different dates or rounds.
  bool knows_time(std::size_t player) const;
  const Dispersion& dispersion() const { return dispersion_; }
  const std::vector<Pairing>& pairings() const { return pairings_; }
  /// Null if the two have not met.
  const Pairing* pairing(std::size_t a, std::size_t b) const;
  const std::vector<std::size_t>& pairings_of(std::size_t player) const {
    return pairings_of_[player];
  }
  /// In the order of time.
  std::vector<Unit> units_of(std::size_t player) const;
  double information(const Unit& unit) const;
  /// Adds a unit's wins minus losses of a player with a weight.
  void add_to(ResidualSum& sum, const Unit& unit, std::size_t player, double weight) const;

  /// The fit's inverse information: players, first move, draws; the players' mean held fixed.
  const SquareMatrix& inverse() const { return *inverse_; }
  /// The inverse information of the games without a player, whose own row is meaningless; the mean
  /// is that of the other players. Nullopt if these are not connected without the player.
  std::optional<SquareMatrix> without(std::size_t player) const;
  /// The variance of a player's rating relative to the mean of all but one.
  double variance_among_others(std::size_t left_out, std::size_t player) const;

 private:
  std::size_t find_pairing(std::size_t i, std::size_t j);
  void expect(const BtList& list);
  void measure_dispersion();
  std::optional<SquareMatrix> invert(std::optional<std::size_t> left_out) const;
  bool connects(std::size_t left_out) const;

  std::size_t players_;
  double nu_;
  double natural_per_point_;
  double prior_precision_;
  bool has_advantage_ = false;
  std::vector<Unit> units_;
  std::vector<Pairing> pairings_;
  std::unordered_map<std::uint64_t, std::size_t> pairing_numbers_;
  std::vector<std::vector<std::size_t>> pairings_of_;
  std::vector<std::vector<std::size_t>> units_of_;
  Dispersion dispersion_;
  std::optional<SquareMatrix> inverse_;
};

/// A weighted sum of residuals, adjusted for the fit.
class AuditQuestion {
 public:
  explicit AuditQuestion(const AuditGames& games)
      : games_(games), covariance_(games.players() + 2), is_touched_(games.players() + 2) {}

  /// Weighs wins minus losses of i, and draws.
  void add(const AuditGames::Pairing& pairing, double lead, double draw);
  /// Weighs wins minus losses of White, and draws.
  void add_by_colour(const AuditGames::Pairing& pairing, double lead, double draw);

  const ResidualSum& sum() const { return sum_; }
  /// The share of the sum's variance that remains after the fit, from 0 to 1.
  double share_left() const;
  /// The regression of the fitted parameters on the sum: the inverse information times the
  /// covariance of sum and score.
  std::vector<double> fitted_direction() const;

 private:
  void add(const AuditGames::Pairing& pairing, bool i_is_white, double lead, double draw);

  const AuditGames& games_;
  ResidualSum sum_;
  std::vector<double> covariance_;
  std::vector<bool> is_touched_;
  std::vector<std::size_t> touched_;  ///< indices at which the covariance is not zero
};

/// The games of each list of a log, in the lists' order.
std::vector<AuditGames> audit_games(const GameLog& log, const std::vector<BtList>& lists,
                                    const BtOptions& options);

}  // namespace schiri::rating
