#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/rating/tables/cross_table.h"
#include "notation/text/json.h"

/// The rows of rating lists and cross tables for JSON and CSV, as printed by the commands `ratings`
/// and `table`: the keys, and a value for each.
namespace schiri::rating {

std::vector<std::string> rating_keys();
std::vector<Json> rating_cells(const RatingList& list, const RatedPlayer& player);

/// The keys of a row of tables with these tie-breaks.
std::vector<std::string> table_keys(std::span<const TieBreakId> tie_breaks);
std::vector<Json> table_cells(const CrossTable& table, std::size_t row);
/// A row as one object, with `against`: wins, draws and losses against each opponent met.
Json table_row(const CrossTable& table, std::size_t row);

}  // namespace schiri::rating
