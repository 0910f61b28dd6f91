#pragma once

#include <vector>

#include "cli/web/report/report.h"
#include "core/rating/games/game_log.h"

namespace schiri::cli {

/// The match of two players if there are no others; otherwise the pairings with enough games for
/// figures, at most fifty, those with the most games. In the order of the players' rating lists,
/// each match from the side of the better player.
std::vector<ReportMatch> report_matches(const rating::GameLog& log,
                                        const std::vector<rating::RatingList>& lists);

/// The ratings after each of `points` equal parts of the games, in chronological order. Empty for
/// more than `most_players` or for fewer games than points.
RatingHistory rating_history(const rating::GameLog& log, std::size_t points = 20,
                             std::size_t most_players = 150);

}  // namespace schiri::cli
