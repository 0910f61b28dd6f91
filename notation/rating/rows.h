#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rating/tables/cross_table.h"
#include "notation/text/json.h"

/// The rows of rating lists and cross tables for JSON and CSV, as printed by the commands `ratings`
/// and `table`: the keys, and a value for each.
namespace schiri::rating {

std::vector<std::string> rating_keys();

/// Makes the rows of one list, which must outlive it.
class RatingRows {
 public:
  explicit RatingRows(const RatingList& list) : list_(list), draw_rate_(list.draw_rate()) {}

  std::vector<Json> cells(const RatedPlayer& player) const;

 private:
  const RatingList& list_;
  std::optional<double> draw_rate_;
};

/// The keys of a row of tables with these tie-breaks.
std::vector<std::string> table_keys(std::span<const TieBreakId> tie_breaks);
std::vector<Json> table_cells(const CrossTable& table, std::size_t row);
/// A row as one object, with `against`: wins, draws and losses against each opponent met.
Json table_row(const CrossTable& table, std::size_t row);

}  // namespace schiri::rating
