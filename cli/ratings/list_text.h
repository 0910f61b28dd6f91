#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/line/table_options.h"
#include "cli/ratings/list_view.h"

namespace schiri::cli {

/// Prints lists as `text`, `json` (an object a player), `csv`, or `html`. The notes of lists for
/// programs go to standard error. Throws InputError if lists cannot be compared, or for a language
/// that the format does not have.
void print_lists(std::ostream& out, const std::vector<db::DatedList>& lists, const ListView& view,
                 const ListOptions& options);
/// All columns that such a list may have.
std::vector<Column> columns_of_lists();

/// Prints the names of the stored lists.
void print_list_names(std::ostream& out, const std::vector<db::DatedList>& lists,
                      const TableOptions& options);
std::vector<Column> columns_of_list_names();

}  // namespace schiri::cli
