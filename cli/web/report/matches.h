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

}  // namespace schiri::cli
