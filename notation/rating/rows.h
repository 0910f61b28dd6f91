#pragma once

#include <optional>
#include <ostream>
#include <span>
#include <vector>

#include "core/rating/tables/cross_table.h"
#include "notation/text/table.h"

/// The columns of rating lists and cross tables, as the commands `ratings` and `table`, libschiri
/// and the pages print them.
namespace schiri::rating {

/// A player of a list.
struct RatingRow {
  const RatingList& list;  ///< the pool
  const RatedPlayer& player;
  std::optional<double> draw_rate;  ///< of the list
  int rank = 0;                     ///< from 1
};
const Columns<RatingRow>& rating_columns();
/// Half of the interval; people see an open one by its end, `>1630.0`.
Cell error_cell(const RatedPlayer& player);
/// A row for each player, without ranks for people.
std::vector<RatingRow> rating_rows(const RatingList& list);

/// A player of a cross table.
struct CrossTableLine {
  const CrossTable& table;
  std::size_t place;  ///< of the row, from 0

  const CrossTableRow& row() const { return table.rows[place]; }
};
Columns<CrossTableLine> cross_table_columns(std::span<const TieBreakId> tie_breaks);
/// Prints a table for people, with the points against each player if there are at most a dozen.
void write_cross_table(std::ostream& out, const CrossTable& table, const TableOptions& options);

}  // namespace schiri::rating
