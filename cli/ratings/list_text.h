#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "cli/line/table_options.h"
#include "db/ratings/rating_lists.h"

namespace schiri::cli {

/// Options on the display of lists in addition to their values.
struct ListView {
  std::string earlier_name;           ///< of the lists to compare with; empty: none
  std::vector<db::KindList> earlier;  ///< the lists with this name
  std::uint64_t min_games = 0;        ///< omits players with fewer games
  std::uint64_t provisional = 0;      ///< marks players with fewer games; 0: none
  std::uint64_t inactive = 0;         ///< marks players without a game in N months; 0: none
  bool errors = true;                 ///< whether text has a column of them

  bool compares() const { return !earlier_name.empty(); }
  bool marks() const { return provisional > 0 || inactive > 0; }
  /// Throws InputError if these lists and the earlier ones of their games were made by different
  /// methods or in different scales.
  void require_comparable(const std::vector<db::KindList>& lists) const;
};

/// Prints lists as `text`, `json` (an object a player), `csv`, or `html`. The notes of lists for
/// programs go to standard error. Throws InputError if lists cannot be compared, or for a language
/// that the format does not have.
void print_lists(std::ostream& out, const std::vector<db::KindList>& lists, const ListView& view,
                 const ListOptions& options);
/// All columns that such a list may have.
std::vector<Column> columns_of_lists();

/// Prints the names of the stored lists.
void print_list_names(std::ostream& out, const std::vector<db::KindList>& lists,
                      const TableOptions& options);
std::vector<Column> columns_of_list_names();

}  // namespace schiri::cli
