#pragma once

#include <numbers>
#include <span>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/models/opening_effects.h"
#include "core/rating/models/result_model.h"
#include "core/rating/numerics/pair_matrix.h"

/// The log-likelihood of Davidson's model and its fit. Used by rate_bt (bt.h), whole-history
/// ratings and audits.
namespace schiri::rating {

/// Natural units of the model per point of the scale of odds.
inline constexpr double natural_per_odds = std::numbers::ln10 / 800;

/// The standard deviation, in points of odds, of the prior on the shared parameters (first move and
/// draws), if one is needed.
inline constexpr double shared_sd = 500;

/// The precision, in natural units, of a prior with this standard deviation in points of odds.
constexpr double precision_of(double sd) {
  const double natural = sd * natural_per_odds;
  return 1 / (natural * natural);
}

/// Davidson's model on the counts of one pool, in natural units: x = R ln10/800, so that
/// P(White wins) = e^d/Z with d = x_white - x_black + a, P(draw) = nu/Z, Z = e^d + e^-d + nu. The
/// parameters are one vector: the players' x, then a, then ln nu.
///
/// With random effects of openings the games of a pair share an effect, a single game has its own:
/// their a is normal, and the vector ends with the standard deviation of it. The log-likelihood is
/// then concave in all other parameters.
class DavidsonModel {
 public:
  /// Games within one pool; the players' numbers must be below `players`, pairs in ascending order.
  /// The counts must outlive the model.
  DavidsonModel(std::size_t players, std::span<const ColourCount> singles,
                std::span<const PairCount> pairs);

  std::size_t players() const { return players_; }
  bool has_draws() const { return draws_ > 0; }
  /// Whether the games determine a beside the players' x, see `AdvantageRank`.
  bool determines_advantage() const { return determines_advantage_; }
  bool has_pairs() const { return !pairs_.empty(); }
  double pairs() const { return units() - single_games(); }
  double games() const { return games_; }
  double single_games() const;
  /// The draw rate as ln nu, as if all were equal; 0 if there are no draws.
  double draw_parameter_between_equals() const;

  /// Gives openings random effects, integrated accurately for standard deviations up to this one; 0
  /// for none.
  void set_opening_effects(double largest_sd);
  bool has_opening_effects() const { return !nodes_.empty(); }
  /// The number of parameters.
  std::size_t size() const { return players_ + PairMatrix::shared + has_opening_effects(); }
  /// A first estimate of the standard deviation of openings' effects at the parameters of a fit
  /// without them; 0 if games of pairs differ no more than independent games.
  double opening_sd_estimate(std::span<const double> parameters) const;

  /// A symmetric matrix for all parameters. `with_sd`, the entries of the standard deviation with
  /// the others, is empty without effects of openings.
  struct Matrix {
    PairMatrix others;
    std::vector<double> with_sd = {};
    double sd = 0;
  };

  /// Value, gradient and negative Hessian of the log-likelihood. Without draws the parameter ln nu
  /// is ignored and nu is 0.
  struct Evaluation {
    double log_likelihood = 0;
    std::vector<double> gradient;
    PairMatrix information;
    /// As in `Matrix`.
    std::vector<double> with_sd = {};
    double sd = 0;
  };
  Evaluation evaluate(std::span<const double> parameters) const;

  /// The variance of the scores of independent units: the model's information for single games, for
  /// pairs the sum of squares of both games' scores. If a player's few pairs have almost no
  /// variance, a share of the model's information is added.
  Matrix score_variation(std::span<const double> parameters) const;
  /// Single games and pairs.
  double units() const;
  /// The gradient of the log-likelihood of one opening's games, along a direction. Games of the
  /// same two players must follow each other.
  double slope(std::span<const double> parameters, std::span<const double> direction,
               std::span<const OpeningCount> opening) const;

  /// The variance of a player's rating by its own units.
  struct OwnUnits {
    double units = 0;
    double expected = 0;  ///< by the model, of pairs and of single games
    double of_pairs = 0;  ///< by the model, of pairs alone
    double seen = 0;      ///< in pairs
    double squares = 0;   ///< of the expectation of each pair

    /// Degrees of freedom of the variance's estimate, by F. Satterthwaite's formula; infinite
    /// without pairs.
    double degrees() const { return expected * expected / squares; }
    /// The share of `of_pairs` by which `seen` is below the variance of half a unit.
    double missing_share() const;
  };
  std::vector<OwnUnits> own_units(std::span<const double> parameters) const;

 private:
  /// The games of two players, i < j: with i as White, with j as White.
  struct PairResults {
    std::uint32_t i;
    std::uint32_t j;
    Wdl i_white;
    Wdl j_white;
  };

  Evaluation evaluate(std::span<const PairResults> results,
                      std::span<const double> parameters) const;
  Evaluation evaluate_effects(std::span<const double> parameters) const;
  Matrix variation_with_effects(std::span<const double> parameters) const;
  std::vector<OwnUnits> own_units_with_effects(std::span<const double> parameters) const;
  double slope_of_game(std::span<const double> parameters, std::span<const double> direction,
                       const ColourCount& games) const;
  double slope_with_effects(std::span<const double> parameters, std::span<const double> direction,
                            std::span<const OpeningCount> opening) const;
  OpeningIntegral integral(std::span<const double> parameters) const;
  template <class Visitor>
  void visit_units(const OpeningIntegral& integral, std::span<const double> parameters,
                   const Visitor& visitor) const;
  template <class Units, class Visitor>
  void visit_units_of(Units units, std::span<const double> parameters,
                      const Visitor& visitor) const;
  std::vector<PairResults> results_by_pair(std::span<const ColourCount> singles,
                                           std::span<const PairCount> pairs) const;

  std::size_t players_;
  std::span<const ColourCount> singles_;
  std::span<const PairCount> pairs_;
  std::vector<PairResults> pair_results_;
  double games_ = 0;
  double draws_ = 0;
  bool determines_advantage_ = false;
  std::vector<QuadratureNode> nodes_;  ///< of the openings' effects
};

/// The priors, and the parameters to be fitted. The openings' standard deviation has half of a
/// normal prior with `shared_sd`.
struct DavidsonPriors {
  /// 1/variance of the normal prior on each x, mean 0; 0 for none.
  double rating_precision = 0;
  /// 1/variance of a normal prior on a and ln nu, mean 0; 0 for none.
  double shared_precision = 0;
  bool fit_advantage = false;
  /// Normal priors on differences between players.
  struct Distance {
    PlayerId i;
    PlayerId j;
    double mean;  ///< of x_i - x_j
    double precision;
  };
  std::vector<Distance> distances = {};
};

struct DavidsonFit {
  /// The players' x with mean 0, a, ln nu (0 without draws), and the openings' standard deviation
  /// if they have effects.
  std::vector<double> parameters;
  double log_likelihood = 0;
  /// Negative Hessian of the objective; parameters that were not fitted are fixed in it.
  PairMatrix information;
  /// As in `DavidsonModel::Matrix`.
  std::vector<double> with_sd;
  double sd = 0;
  /// False if the objective is unbounded, or Newton's method has failed.
  bool converged = false;
};

/// Newton's method with step halving; steps come from conjugate gradients, preconditioned by a full
/// inverse if they are slow and there are at most `dense_limit` players. `start`: parameters to
/// begin with.
DavidsonFit fit_davidson(const DavidsonModel& model, const DavidsonPriors& priors,
                         std::size_t dense_limit, std::vector<double> start = {});

/// Adds random effects of openings to the model and fits it, beginning with a fit without them, if
/// the games have any; otherwise leaves both as they are.
void add_opening_effects(DavidsonModel& model, DavidsonFit& fit, const DavidsonPriors& priors,
                         std::size_t dense_limit);

}  // namespace schiri::rating
