#pragma once

#include <ostream>

#include "core/rating/tables/cross_table.h"

namespace schiri::cli {

/// Prints a table as text: places, points, for at most a dozen players the points against each, and
/// tie-breaks.
void print_cross_table(std::ostream& out, const rating::CrossTable& table);

}  // namespace schiri::cli
