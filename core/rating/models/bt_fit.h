#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/models/rating_list.h"
#include "core/rating/numerics/spd_inverse.h"

/// The fit of one pool: ratings and White's advantage. Used by rate_bt (bt.h), which documents the
/// model, and by bt_errors.h. All figures are in natural units, ln10/400 of a point.
namespace schiri::rating {

/// Natural units in a point.
inline constexpr double natural_per_point = std::numbers::ln10 / 400;

/// All games of two players, i < j. Index 0: with i as White; 1: with j.
struct Encounter {
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  std::array<double, 2> games{};
  std::array<double, 2> points{};  ///< of White
  double draws = 0;
  /// Colour-swapped pairs of games, which are among them: their number, and the sums of the
  /// differences between White's points of the first and of the second game, and of their squares.
  double pairs = 0;
  double differences = 0;
  double squared_differences = 0;
};

/// The encounters of a pool, in ascending order.
std::vector<Encounter> encounters_of(std::span<const ColourCount> singles,
                                     std::span<const PairCount> pairs);

/// The information of the games of two players: the weights of leads with i and with j as White.
struct EncounterWeight {
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  std::array<double, 2> by_white{};

  /// Of the difference of the ratings, and of that with White's advantage.
  double sum() const { return by_white[0] + by_white[1]; }
  double tilt() const { return by_white[0] - by_white[1]; }
};

/// An observation of a player's rating, with the standard deviation of its error.
struct RatingObservation {
  std::uint32_t player = 0;
  double rating = 0;
  double sd = 1;
};

struct FitOptions {
  Prior prior = Prior::games;
  bool fits_advantage = true;
  /// With observations, the mean of the ratings is free.
  std::vector<RatingObservation> observations = {};
};

/// The maximum of the quasi-likelihood with the prior.
struct BtFit {
  bool converged = false;
  /// Whether White's advantage had no finite maximum and has a prior, see `advantage_sd`.
  bool has_advantage_prior = false;
  double virtual_games = 0;  ///< of `Prior::games`
  double field_sd = 0;       ///< of the ratings in `Prior::field`
  /// A game with the expected score s is drawn with the probability 4 s (1 - s) times this.
  double draw_factor = 0;
};

/// The standard deviation of the prior on White's advantage if it has no finite maximum.
inline constexpr double advantage_sd = 500 * natural_per_point;

/// The largest pool whose matrices are inverted: larger ones have no errors and no field, and the
/// virtual games of their pairs are those of players alike.
inline constexpr std::size_t most_players_with_errors = 3000;

/// The logistic function of a lead: the expected points of White, and their derivative.
struct Chance {
  explicit Chance(double lead);
  double small;  ///< exp of minus the size of the lead
  double points;
  double weight;
};

/// Fits a pool. The same input gives the same bits.
class PoolFit {
 public:
  PoolFit(std::size_t players, std::vector<Encounter> encounters, FitOptions options);

  const BtFit& fit() const { return fit_; }
  std::size_t players() const { return players_; }
  std::span<const Encounter> encounters() const { return encounters_; }
  const FitOptions& options() const { return options_; }
  /// The ratings, with mean 0 unless there are observations, then White's advantage.
  std::span<const double> parameters() const { return at_; }
  /// White's lead in the games of an encounter; `white` as in Encounter.
  double lead(const Encounter& one, std::size_t white) const;
  /// The greatest of a side that has had games.
  double greatest_lead() const;
  /// The drawn games that the prior adds to those of an encounter.
  double virtual_games(std::size_t encounter, std::size_t white) const;
  double advantage_precision() const { return advantage_precision_; }
  /// The variance of a game's points by that of a game without draws.
  double dispersion() const { return dispersion_; }

  /// The weights of the games at the maximum, without the prior, or with its virtual games.
  std::vector<EncounterWeight> game_weights() const;
  std::span<const EncounterWeight> all_weights() const { return there_.weights; }
  /// The information of weights and observations: ratings, then White's advantage (1 if it is not
  /// fitted). A constant of all ratings is held by a term that does not change the differences,
  /// unless observations hold it. `with_field`: with that of the field prior.
  SquareMatrix information(std::span<const EncounterWeight> weights, bool with_field) const;
  /// The variance of a lead by an inverse of the information.
  double lead_variance(const SquareMatrix& inverse, const Encounter& one, std::size_t white) const;

 private:
  /// A point of the objective.
  struct Point {
    double log_likelihood = 0;  ///< with the prior
    double of_games = 0;
    double of_field = 0;
    std::vector<double> gradient;
    std::vector<EncounterWeight> weights;  ///< of each encounter, with virtual games
    std::vector<double> pulls;             ///< the field's weight of each player
  };

  Point evaluate(const std::vector<double>& parameters) const;
  std::vector<double> multiply(const Point& point, const std::vector<double>& vector) const;
  std::optional<std::vector<double>> newton_step(const Point& point) const;
  bool maximise_objective();
  void start_virtual_games();
  void settle_virtual_games();
  double held(std::span<const EncounterWeight> weights) const;
  double evidence_of_field(double drawn_games);
  void find_field();
  void find_draws();

  std::size_t players_;
  std::vector<Encounter> encounters_;
  FitOptions options_;
  BtFit fit_;
  std::vector<double> at_;        ///< the ratings, then White's advantage
  std::vector<double> observed_;  ///< the precision of each rating by observations
  Point there_;
  std::vector<std::array<double, 2>> drawn_;  ///< virtual games; empty for other priors
  double field_ = 0;                          ///< drawn games of each player against the mean
  double advantage_precision_ = 0;
  double dispersion_ = 1;
};

}  // namespace schiri::rating
