#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/rating/sequential/match_stats.h"
#include "notation/text/table.h"

namespace schiri::rating {

/// The block of figures that users of fastchess know, some five lines, each with its end:
///
///     Elo: 12.3 +- 8.1, nElo: 20.5 +- 13.4
///     LOS: 99.9 %, draw ratio: 45.0 %, pairs ratio: 1.40
///     Games: 2580, Wins: 700, Losses: 610, Draws: 1270, Points: 1335.0 (51.7 %)
///     Pentanomial (0-2): [40, 250, 580, 320, 100]
///
/// A line more says how many games are not in the estimate. Lines without figures are left out.
std::string match_block(const MatchSummary& match, const Translation& language = {});

/// The match in one line, without its end, for a log:
/// `2580 games, +700 =1270 -610, 51.7 %, Elo 12.3 +- 8.1, nElo 20.5 +- 13.4, LOS 99.9 %, penta
/// [40, 250, 580, 320, 100]`.
std::string match_line(const MatchSummary& match, const Translation& language = {});

/// The figures of the block by name, for tables.
std::vector<std::pair<std::string, std::string>> match_figures(const MatchSummary& match);

/// The match as an object.
const Columns<MatchSummary>& match_columns();
Json match_json(const MatchSummary& match);

}  // namespace schiri::rating
