#pragma once

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "core/rating/cross_table.h"

namespace schiri::cli {

/// The cross tables of all games that were counted; performance is measured against `bt` ratings of
/// this scale. `byes`: points of each player for rounds without a game, or empty.
std::vector<rating::CrossTable> make_cross_tables(
    const rating::GameCounts& counts, std::span<const double> byes = {},
    rating::Scale scale = rating::Scale::elo,
    std::span<const rating::TieBreakId> tie_breaks = rating::usual_tie_breaks());

/// Prints a table for a person: places, points, for at most a dozen players the points against
/// each, and tie-breaks.
void print_cross_table(std::ostream& out, const rating::CrossTable& table);

}  // namespace schiri::cli
