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
  /// Nullopt: `games`, but `field` in a pool whose results decide the pairings: the games show it,
  /// or the counts say it of their events, which makes it true of the first round.
  std::optional<Prior> prior = {};
  /// Target ratings. Without errors: the reference is the mean of the pool's anchors, at the mean
  /// of their ratings. With errors (all or none, otherwise std::invalid_argument): observations of
  /// these ratings, which the fit weighs with the games; errors are then those of the ratings
  /// themselves. A note names anchors that no list contains.
  std::map<std::string, Anchor> anchors = {};
  /// Computes errors, which cost more than the fit in a big pool.
  bool errors = true;
  /// The players whose differences `difference` gives; empty: all; nullopt: none.
  std::optional<std::vector<std::string>> compared = {};
  /// Compares each player with the next one of this ranking: `RatedPlayer::superiority`.
  std::optional<PlayerOrder> ranking = {};
};

/// Bradley and Terry's model for points, in which Elo is Elo: White's expected points are
/// L(R_white - R_black + A), whatever the draws. The fit maximises the quasi-likelihood, the sum of
/// s ln L + (1 - s) ln(1 - L) over the games with s White's points (R. Wedderburn 1974), with the
/// prior. Concave; Newton's method on counts.
///
/// Priors. `games`: the root of the determinant of the information (H. Jeffreys; D. Firth 1993),
/// which is that of additional drawn games: each colour of each two players who met gets as many as
/// its leverage, all together the number of fitted parameters. `field`: each player has drawn games
/// against a player at the mean, as many as explain the results best. `none`: nothing.
///
/// Pools: players connected by games; with `none`, strongly connected components of "has scored
/// against", ordered so that a pool comes before those that it has scored against. A is fitted if
/// the games of the pool determine it beside the ratings (see `AdvantageRank`), otherwise it is 0.
/// If it has no finite maximum (a colour never made a point), a normal prior of mean 0 and standard
/// deviation 500 Elo is added and noted.
///
/// Errors: those of ratings minus the reference, 1500, which is the mean of the pool, with `games`
/// weighted by the information of each player's games. Their variance is H^-1 G H^-1, H the
/// information of the games, G the variance of scores, by the draws of each two players (weighed
/// with those of all), and of colour-swapped pairs by their own dispersion, with its degrees of
/// freedom; a factor common to all ratings may have an error of its own (clusters by opening). With
/// few players or points, intervals and LOS follow the likelihood; a player whom the games bound on
/// one side only has an open interval. In a field, errors are those of the posterior. The error of
/// A treats all games of one opening as one unit, with Student's t on their effective number; none
/// below ten. Measured coverage: `schiri_bench coverage`.
///
/// Returns one list for each pool; none if no game counts.
std::vector<RatingList> rate_bt(const GameCounts& counts, const BtOptions& options = {});

/// The description of a list whose English is stored, so that it can be translated: that of the
/// options which make this text; the text itself if none do.
Message stored_description(const std::string& english);

}  // namespace schiri::rating
