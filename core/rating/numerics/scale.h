#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

/// Ratings and match statistics: pure computation on results, without files or a database. This
/// room has the scale and the numerical methods; games counts games, models rates, tables ranks,
/// tests decides, audit examines. They use this room and, of each other, only games and models.
///
/// Input: `GameLog` (core/rating/games/game_log.h) takes finished games one by one,
/// `GameCounts` (core/rating/games/counts.h) takes games that are already counted.
/// Output: `rate_bt`, `rate_elo`, `rate_glicko2` (lists of players,
/// core/rating/models/rating_list.h), `cross_tables`, and for two players `match_elo` and `sprt`.
///
/// The scale is Elo's everywhere: 400 points are ten to one.
namespace schiri::rating {

/// The mean of a list, and the first rating of a new player.
inline constexpr double mean_rating = 1500;

/// The normal distribution's point for an interval of 95 %.
inline constexpr double z95 = 1.959963984540054;

/// L(d): the score expected of the player who is `difference` points stronger, from 0 to 1.
inline double expected_score(double difference) {
  return 1 / (1 + std::pow(10.0, -difference / 400));
}

/// The inverse of `expected_score`; infinite at 0 and 1.
inline double elo_of_score(double score) { return -400 * std::log10(1 / score - 1); }

/// What the points of a list fitted by Davidson's model mean. `odds`: as they are fitted, 400 are
/// ten to one between winning and losing. `elo`: made smaller where draws are common, so that near
/// equality 100 are worth what Elo's table says of the expected score (as BayesElo has it). Without
/// draws the two are the same.
enum class Scale : std::uint8_t { elo, odds };

/// `elo`, `odds`.
std::string_view scale_name(Scale scale);
std::optional<Scale> find_scale(std::string_view name);

}  // namespace schiri::rating
