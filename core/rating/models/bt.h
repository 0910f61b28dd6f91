#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/models/rating_list.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

/// An anchor: the target rating of a player, in points of the list.
struct Anchor {
  Anchor(double is = 0, double give = 0) : rating(is), error(give) {}

  double rating;
  /// Half of its 95 % interval; 0 if the list must match it.
  double error;
};

struct BtOptions {
  /// A normal prior on each rating, mean 1500.
  bool prior = true;
  /// The standard deviation of the prior in Elo; nullopt if it is estimated. Must be positive and
  /// finite, otherwise std::invalid_argument is thrown.
  std::optional<double> prior_sd = {};
  /// Target ratings. Without errors: each pool with anchors is shifted after the fit by their mean
  /// deviation. With errors (all or none, otherwise std::invalid_argument): observations of these
  /// ratings, which the fit weighs with the games; the pool's mean is then free, and errors are
  /// those of the ratings themselves, not relative to the mean. A note names anchors that no list
  /// contains.
  std::map<std::string, Anchor> anchors = {};
  /// Computes errors, which cost more than the fit in a big pool.
  bool errors = true;
  /// Keeps the covariance of the ratings, which `difference` needs: players squared times 8 bytes.
  bool covariance = false;
  /// Compares each player with the next one of this ranking: `RatedPlayer::superiority`.
  std::optional<PlayerOrder> ranking = {};
};

/// One pool's fit; ratings have mean 1500 before anchors shift them.
struct BtList : RatingList {
  /// A game with the expected score s is drawn with the probability 4 s (1 - s) times this.
  double draw_factor = 0;
  /// The natural logarithm of the quasi-likelihood, prior left out.
  double log_likelihood = 0;
  /// In Elo squared, row by row in the order of `players`, if requested; otherwise empty. Wider
  /// than the estimate where that is uncertain, so that 1.96 standard deviations are a 95 %
  /// interval.
  std::vector<double> covariance;

  /// The model of results between the players of the list.
  ResultModel model() const { return {first_move_advantage, draw_factor}; }
};

/// Bradley and Terry's model for points, in which Elo is Elo: White's expected points are
/// L(R_white - R_black + A), whatever the draws. The fit maximises the quasi-likelihood, the sum of
/// s ln L + (1 - s) ln(1 - L) over the games with s White's points (R. Wedderburn 1974), plus the
/// prior; the score equations say that every player's expected points are its points, but for the
/// prior. Concave; Newton's method on counts.
///
/// Pools: players connected by games; without a prior, strongly connected components of "has scored
/// against", ordered so that a pool comes before those that it has scored against. A is fitted if
/// the games of the pool determine it beside the ratings (see `AdvantageRank`), otherwise it is 0.
/// If it has no finite maximum (a colour never made a point), a normal prior of mean 0 and standard
/// deviation 500 Elo is added and noted.
///
/// Prior: its variance is the fixed point of (n0 s0^2 + sum of (R - mean)^2 / phi + their variance)
/// / (n0 + players - 1) with n0 = 2 and s0^2 = 200^2 / phi; phi is the dispersion, the variance of
/// results by that of wins and losses alone, which scales the prior because the quasi-likelihood
/// takes draws for no less random.
///
/// Errors: 95 % intervals, the mean of the pool held fixed, of H^-1 V H^-1 + shrinkage. H is the
/// information, each weight averaged over the error of its lead; V the variance of scores, by the
/// draws of each two players (weighed with those of all), and of colour-swapped pairs by their own
/// dispersion, with its degrees of freedom. Shrinkage is the expected square of the prior's bias,
/// for which the variance of the true ratings is estimated anew, and what the uncertainty of the
/// prior's variance adds. Where openings are known, a factor common to all ratings may have an
/// error of its own (clusters by opening). The error of A treats all games of one opening as one
/// unit, with Student's t on their effective number; none below ten. Measured coverage:
/// `schiri_bench coverage`.
///
/// Returns one list for each pool; none if no game counts.
std::vector<BtList> rate_bt(const GameCounts& counts, const BtOptions& options = {});

/// The description of a list whose English is stored, so that it can be translated: that of the
/// options which make this text; the text itself if none do.
Message stored_description(const std::string& english, const std::optional<double>& prior_sd);

/// The likelihood that a difference with this standard deviation is above 0.
double superiority(double difference, double sd);

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
