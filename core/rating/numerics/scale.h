#pragma once

#include <algorithm>
#include <cmath>

/// Ratings and match statistics: pure computation on results, without files or a database. This
/// room has the scale and the numerical methods; games counts games, models computes ratings,
/// tables ranks players, sequential has tests of matches. They use this room and, of each
/// other, only games and models.
///
/// Input: `GameLog` (core/rating/games/game_log.h) takes finished games one by one, `GameCounts`
/// (core/rating/games/counts.h) takes counts of games. Output: `rate_bt`, `rate_elo`,
/// `rate_glicko2` (lists of players, core/rating/models/rating_list.h), `cross_tables`, and for two
/// players `match_elo` and `sprt`.
///
/// The scale is Elo: 400 points mean odds of ten to one.
namespace schiri::rating {

inline double squared(double value) { return value * value; }

/// The mean of a list, and the first rating of a new player.
inline constexpr double mean_rating = 1500;

/// The quantile of the normal distribution for a 95 % interval.
inline constexpr double z95 = 1.959963984540054;

/// L(d): the expected score of a player that is `difference` points stronger, from 0 to 1.
inline double expected_score(double difference) {
  return 1 / (1 + std::pow(10.0, -difference / 400));
}

/// The inverse of `expected_score`; infinite at 0 and 1.
inline double elo_of_score(double score) { return -400 * std::log10(1 / score - 1); }

/// The expectation of one game, from White's side.
struct Expectation {
  double white = 0;
  double draw = 0;
  double black = 0;

  /// From 0 to 1.
  double score() const { return white + draw / 2; }
};

/// Elo's model with a first-move advantage and draws, see `rate_bt`. By default without both.
struct ResultModel {
  /// A, in points.
  double advantage = 0;
  /// A game with the expected score s is drawn with the probability 4 s (1 - s) times this.
  double draw_factor = 0;

  /// `difference`: White's rating minus Black's.
  Expectation expected(double difference) const {
    const double score = expected_score(difference + advantage);
    // No more draws than points that both players make.
    const double draw =
        std::min(4 * score * (1 - score) * draw_factor, 2 * std::min(score, 1 - score));
    return {score - draw / 2, draw, 1 - score - draw / 2};
  }
};

}  // namespace schiri::rating
