#pragma once

#include <vector>

#include "core/rating/games/game_log.h"
#include "core/rating/models/rating_list.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

struct EloOptions {
  double start = mean_rating;
  /// The points for a win with expectation 0, at most `most_k`.
  double k = 32;
  static constexpr int most_k = 10'000;
  /// FIDE's rules (Rating Regulations 8.1 and 8.3, as of October 2025): differences above 400 count
  /// as 400 for a player below 2650, expectation from the rounded table, K 40 for a player's first
  /// 30 games, then 20, and 10 once the player has reached 2400; `k` is not used.
  bool fide = false;
  /// The players of an earlier list to continue from, or with their own start values; `start` is
  /// for other players.
  std::vector<RatedPlayer> before = {};
};

/// Sequential Elo: R' = R + K(S - L(R - R_opponent)), in the order of date, round and record. All
/// games count, identical ones too; players are not split into pools. No errors. Returns one list,
/// none if no game counts and the earlier list is empty. Continuing from the list up to a day with
/// the games after that day gives the list of all games. Throws std::invalid_argument if K is
/// out of its range or a rating, the first ones included, is not within `most_rating`.
std::vector<RatingList> rate_elo(const GameLog& log, const EloOptions& options = {});

/// One player's rating after each day with games. Empty for a player without games; throws as
/// `rate_elo`.
RatingHistory elo_history(const GameLog& log, std::string_view player,
                          const EloOptions& options = {});

/// FIDE's table 8.1.2: the score expected of a player `difference` points stronger, in hundredths.
int fide_expectation(double difference);

}  // namespace schiri::rating
