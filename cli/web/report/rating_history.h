#pragma once

#include "cli/web/report/report.h"
#include "core/rating/games/game_log.h"

namespace schiri::cli {

/// The ratings after each of `points` equal parts of the games, in chronological order. Empty for
/// more than `most_players` or for fewer games than points.
RatingHistory rating_history(const rating::GameLog& log, std::size_t points = 20,
                             std::size_t most_players = 150);

}  // namespace schiri::cli
