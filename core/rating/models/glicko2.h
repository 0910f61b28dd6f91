#pragma once

#include <span>
#include <vector>

#include "core/rating/games/game_log.h"
#include "core/rating/models/rating_list.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

/// A player in Glicko-2: rating and deviation in Elo, volatility in Glicko-2's own unit.
struct Glicko2 {
  double rating = mean_rating;
  double deviation = 350;
  double volatility = 0.06;
};

/// The input of Glicko-2 for one game: the opponent before the period, and the points made.
struct Glicko2Game {
  Glicko2 opponent;
  double score = 0;
};

enum class RatingPeriod : std::uint8_t { event, day };

struct Glicko2Options {
  Glicko2 start;
  double tau = 0.5;
  /// Periods are ordered by their first games; each has games.
  RatingPeriod period = RatingPeriod::event;
  /// The players of an earlier list to continue from, or with their own start values; `start` is
  /// for other players.
  std::vector<RatedPlayer> before = {};
};

/// One rating period of one player (Glickman, "Example of the Glicko-2 system", 2022, steps 2 to
/// 8). Without games only the deviation grows.
Glicko2 glicko2_update(const Glicko2& player, std::span<const Glicko2Game> games, double tau);

/// One player's rating after each period with games of that player; its date is that of the
/// period's last game. Throws as `rate_glicko2`.
RatingHistory glicko2_history(const GameLog& log, std::string_view player,
                              const Glicko2Options& options = {});

/// All games count, identical ones too; a player's deviation grows from its first period on;
/// players are not split into pools. `error` is 1.96 deviations. Returns one list, none if no game
/// counts and the earlier list is empty. Continuing from the list up to a day at which a period
/// ends with the later games gives that of all games. A note names ratings that have
/// run away. Throws std::invalid_argument unless deviations are positive and at most 10,000,
/// volatility and tau positive and at most 10, and ratings within `most_rating`.
std::vector<RatingList> rate_glicko2(const GameLog& log, const Glicko2Options& options = {});

}  // namespace schiri::rating
