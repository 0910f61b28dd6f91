#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/rating/cross_table.h"
#include "db/store.h"

namespace schiri::cli {

/// The cross tables of all games that were counted; performance is measured against `bt` ratings.
std::vector<rating::CrossTable> make_cross_tables(const rating::GameCounts& counts);

/// Prints a table for a person: places, points, and for at most a dozen players the points against
/// each; with tie-breaks if they are wanted.
void print_cross_table(std::ostream& out, const rating::CrossTable& table, bool tie_breaks);

/// Prints where an event stands.
void print_standing(std::ostream& out, const db::Store& store, const std::string& event);

}  // namespace schiri::cli
