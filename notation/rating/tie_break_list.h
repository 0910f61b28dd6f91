#pragma once

#include <string>
#include <vector>

#include "core/rating/tie_breaks.h"

namespace schiri::cli {

/// The tie-breaks of an option's list with commas, `BH-C1,BH,SB`. Throws UsageError for one that is
/// none or is named twice.
std::vector<rating::TieBreakId> read_tie_breaks(const std::string& list);

}  // namespace schiri::cli
