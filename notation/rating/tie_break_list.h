#pragma once

#include <string_view>
#include <vector>

#include "core/rating/tables/tie_breaks.h"

namespace schiri::rating {

/// The tie-breaks of a list with commas, `BH-C1,BH,SB`. Throws std::invalid_argument for one that
/// is none or is named twice.
std::vector<TieBreakId> read_tie_breaks(std::string_view list);

/// The same for cross tables; an empty list is the usual one. Throws also for what cannot be said
/// of games without rounds.
std::vector<TieBreakId> read_table_tie_breaks(std::string_view list);

}  // namespace schiri::rating
