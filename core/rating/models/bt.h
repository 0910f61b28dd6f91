#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/models/rating_list.h"
#include "core/rating/models/result_model.h"

namespace schiri::rating {

/// An anchor: the target rating of a player, in points of the list.
struct Anchor {
  Anchor(double is = 0, double give = 0) : rating(is), error(give) {}

  double rating;
  /// Half of its 95 % interval; 0 if the list must match it.
  double error;
};

/// Random effects of openings: from ten colour-swapped pairs on (`automatic`), or always, or never.
enum class OpeningEffects : std::uint8_t { automatic, on, off };

struct BtOptions {
  /// A normal prior on each rating, mean 1500.
  bool prior = true;
  /// The standard deviation of the prior in Elo; must be positive and finite, otherwise
  /// std::invalid_argument is thrown.
  double prior_sd = 500;
  /// The scale of the lists; the prior is on the scale of the fit, `odds`.
  Scale scale = Scale::elo;
  OpeningEffects opening_effects = OpeningEffects::automatic;
  /// Target ratings. Without errors: each pool with anchors is shifted after the fit by their mean
  /// deviation. With errors (all or none, otherwise std::invalid_argument): normal priors on these
  /// players' ratings, so that games and anchors are weighted by their certainty; errors are then
  /// those of the ratings themselves, not relative to the pool's mean. A note names anchors that no
  /// list contains.
  std::map<std::string, Anchor> anchors;
  /// Computes errors, which cost more than the fit in a big pool.
  bool errors = true;
  /// Keeps the covariance of the ratings, which `difference` needs: players squared times 8 bytes.
  bool covariance = false;
  /// Compares each player with the next one of this ranking: `RatedPlayer::superiority`.
  std::optional<PlayerOrder> ranking = {};
  /// The fit of a pool with more players never builds a full matrix, and has no covariance.
  std::size_t dense_limit = 6000;
};

/// One pool's fit. All figures are points of its scale; ratings have mean 1500 before anchors shift
/// them.
struct BtList : RatingList {
  /// nu: between equals and without first-move advantage a game is drawn with probability
  /// nu/(2+nu).
  double nu = 0;
  /// Natural logarithm, prior left out.
  double log_likelihood = 0;
  /// Whether errors take colour-swapped pairs as units.
  bool sandwich = false;
  /// In points squared, row by row in the order of `players`, if requested; otherwise empty.
  std::vector<double> covariance;
  /// The degrees of freedom of the variance of each player's error, in the order of `players`;
  /// infinite if it follows from the model alone. Empty if there are no errors.
  std::vector<double> degrees;

  /// The model of results between the players of the list.
  ResultModel model() const { return {first_move_advantage, nu, scale, opening_sd.value_or(0)}; }
};

/// Bradley and Terry's model with draws by Davidson (1970) and a first-move advantage: with u =
/// 10^((R_white - R_black + A)/800), Z = u + 1/u + nu, White wins with probability u/Z, a draw has
/// nu/Z, Black wins with (1/u)/Z. The log-likelihood is concave in (R, A, ln nu) and maximised by
/// Newton's method on the counts.
///
/// Pools: players connected by games; without a prior, strongly connected components of "has scored
/// against", ordered so that a pool comes before those that it has scored against. A pool without
/// draws has nu = 0. A is fitted if the games of the pool determine it beside the ratings (see
/// `AdvantageRank`; no two players need to have met with both colours), otherwise it is 0. If A or
/// nu has no finite maximum (Black never won, every game was drawn), a normal prior on both with
/// standard deviation 500 Elo is added and noted; with it a maximum always exists.
///
/// Openings: with random effects, A is normal with a standard deviation that maximises the marginal
/// likelihood of pairs and single games, the effect of their opening integrated out; half of a
/// normal prior with standard deviation 500 Elo keeps it finite. Without them ratings are
/// compressed where openings favour a side. If the games of pairs do not favour the same colour
/// more than independent games, the standard deviation is 0 and the fit is that without effects.
///
/// After the fit every rating's distance from the mean, A and all errors are converted to the
/// requested scale, see `Scale`.
///
/// Errors: 95 % intervals, the mean of the pool held fixed, from the inverse of the negative
/// Hessian (prior included) H: for single games directly, for colour-swapped pairs by the sandwich
/// H^-1 M H^-1, where M is the sum over pairs of the squared sum of both games' scores. Because few
/// units estimate their variance badly, the interval is then that of Student's t, and pairs with
/// almost no variance are assigned a share of the model's. In pools of more than 2000 players
/// (`most_inverted`) no full inverse is computed: players with few opponents are eliminated, and if
/// more than 2000 remain, the errors of ratings are estimated from random samples with a fixed
/// seed, with a standard error of 0.5 to 1 % of each error (pairs: 1 to 2 %), see
/// `centred_variances`. So are the variances of differences of neighbours, with a standard error of
/// a few per cent at most. The error of A treats all games of one opening as one unit if the counts
/// include openings: Student's t on the openings' effective number, none below ten, and at most
/// that of a normal prior with standard deviation 500 Elo.
///
/// Returns one list for each pool; none if no game counts.
std::vector<BtList> rate_bt(const GameCounts& counts, const BtOptions& options = {});

/// One cell of the matrix of differences.
struct Difference {
  /// Rating of the row minus rating of the column.
  double elo = 0;
  /// Half of its 95 % interval.
  double error = 0;
  /// Likelihood of superiority of the row.
  double superiority = 0.5;
};

/// Needs a list that was fitted with `covariance` (otherwise std::invalid_argument), `row` and
/// `column` are indices into its players.
Difference difference(const BtList& list, std::size_t row, std::size_t column);

}  // namespace schiri::rating
