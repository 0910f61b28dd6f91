#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/print/format.h"
#include "cli/print/printed_list.h"
#include "cli/ratings/list_view.h"

namespace schiri::cli {

/// Prints lists as `text`, `json` (an object a player), `csv`, or `html` for people. The notes of
/// lists for programs go to standard error. Throws InputError if lists cannot be compared, or words
/// are asked for that the format does not have.
void print_lists(std::ostream& out, const std::vector<db::DatedList>& lists, const ListView& view,
                 const ListFormatOptions& options);

/// Prints which lists are stored.
void print_list_names(std::ostream& out, const std::vector<db::DatedList>& lists, Format format);

}  // namespace schiri::cli
