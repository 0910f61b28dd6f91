#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/numerics/spd_inverse.h"

/// The fit of one pool: ratings, White's advantage, the prior's standard deviation, and their
/// errors. Used by rate_bt (bt.h), which documents the model. All figures are in natural units,
/// ln10/400 of a point, the ratings relative to the mean of a list.
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
  bool prior = true;
  /// Of the prior; nullopt if it is estimated.
  std::optional<double> prior_sd = {};
  bool fits_advantage = true;
  /// With observations, the mean of the ratings is free.
  std::vector<RatingObservation> observations = {};
};

/// The maximum of the quasi-likelihood with the priors.
struct BtFit {
  bool converged = false;
  std::vector<double> ratings;  ///< with mean 0, unless there are observations
  double advantage = 0;
  /// Whether White's advantage had no finite maximum and has a prior, see `advantage_sd`.
  bool has_advantage_prior = false;
  double prior_sd = std::numeric_limits<double>::infinity();
  /// Of games, without the prior.
  double log_likelihood = 0;
  /// A game with the expected score s is drawn with the probability 4 s (1 - s) times this.
  double draw_factor = 0;
};

/// The standard deviation of the prior on White's advantage if it has no finite maximum.
inline constexpr double advantage_sd = 500 * natural_per_point;

/// The largest pool for which errors are computed; they need a full matrix.
inline constexpr std::size_t most_players_with_errors = 3000;

/// Fewer openings do not determine how much openings differ.
inline constexpr double least_openings = 10;

/// Fits a pool and computes the covariance of its ratings. The same input gives the same bits.
class PoolFit {
 public:
  PoolFit(std::size_t players, std::vector<Encounter> encounters, FitOptions options);

  const BtFit& fit() const { return fit_; }

  /// Computes the covariance; `singles`, `pairs` and `openings` are the games of the encounters.
  /// False if there is none: too many players, or no fit.
  bool find_errors(std::span<const ColourCount> singles, std::span<const PairCount> pairs,
                   std::span<const OpeningCount> openings);
  double covariance(std::size_t i, std::size_t j) const;
  /// Of the covariance.
  double degrees() const { return degrees_; }
  /// Half of the 95 % interval of White's advantage; nullopt if it was not fitted, or if fewer than
  /// ten openings determine it.
  std::optional<double> advantage_error() const { return advantage_error_; }

 private:
  /// A point of the objective; the name of its value is that of `maximise`.
  struct Point {
    double log_likelihood = 0;  ///< with the priors
    double of_games = 0;
    std::vector<double> gradient;
    std::vector<EncounterWeight> weights;  ///< of each encounter
  };
  /// Openings, pairs without a known one, and single games without one: their scores along two
  /// directions, White's advantage and the spread of the ratings.
  struct Clusters {
    double count = 0;
    double games = 0;
    double squared_games = 0;
    double advantage = 0;  ///< sum of the squared scores
    double spread = 0;
    double effective() const { return games * games / squared_games; }
  };

  double lead(const Encounter& one, std::size_t white) const;
  double prior_precision() const;
  Point evaluate(const std::vector<double>& parameters) const;
  std::vector<double> multiply(std::span<const EncounterWeight> weights,
                               const std::vector<double>& vector) const;
  std::optional<std::vector<double>> newton_step(const Point& point) const;
  bool maximise_objective();
  bool invert(std::span<const EncounterWeight> weights);
  double lead_variance(const Encounter& one, std::size_t white) const;
  void find_dispersion();
  double draw_factor(const Encounter& one) const;
  double trace_of_diagonal() const;
  double spread() const;
  double prior_variance(double trace) const;
  double prior_accuracy() const;
  double settle_prior(double trace_ratio);
  void estimate_prior();
  void find_score_variation();
  double pair_dispersion();
  void find_shrinkage();
  void find_opening_errors(std::span<const ColourCount> singles, std::span<const PairCount> pairs,
                           std::span<const OpeningCount> openings);
  Clusters clusters_of(std::span<const ColourCount> singles, std::span<const PairCount> pairs,
                       std::span<const OpeningCount> openings, const double* direction) const;

  std::size_t players_;
  std::vector<Encounter> encounters_;
  FitOptions options_;
  BtFit fit_;
  std::vector<double> at_;  ///< the ratings, then White's advantage
  Point there_;
  double prior_variance_ = std::numeric_limits<double>::infinity();
  double advantage_precision_ = 0;
  double dispersion_ = 1;                  ///< the variance of a game by that of no draws
  std::vector<EncounterWeight> expected_;  ///< the weights, averaged over the errors of leads
  SquareMatrix inverse_{0};                ///< of the information
  SquareMatrix varied_{0};                 ///< the inverse times the variation of scores
  std::vector<double> inverse_means_;
  double shrinkage_ = 0;        ///< by the variance of true ratings, over the prior's squared
  std::vector<double> bias_;    ///< of the ratings, by the prior
  double bias_variance_ = 0;    ///< the factor of its square
  double spread_variance_ = 0;  ///< of a common factor of all ratings, by openings
  double degrees_ = std::numeric_limits<double>::infinity();
  std::optional<double> advantage_error_;
};

}  // namespace schiri::rating
