#pragma once

#include <string_view>
#include <vector>

#include "core/rating/tables/tie_breaks.h"

namespace schiri::rating {

/// The tie-breaks of a list with commas, `BH-C1,BH,SB`. Throws std::invalid_argument for an
/// unknown or repeated tie-break.
std::vector<TieBreakId> read_tie_breaks(std::string_view list);

/// Reads a list for cross tables; an empty list means the default. Throws also for tie-breaks that
/// need rounds.
std::vector<TieBreakId> read_table_tie_breaks(std::string_view list);

}  // namespace schiri::rating
