#pragma once

#include <string>
#include <vector>

#include "core/otb/event.h"

namespace schiri::cli {

/// The players of a table (CSV with commas, semicolons or tabs), of which the first row names the
/// columns in any order: name, rating, club, and those of person_fields; in English, German or
/// French. `-`: standard input. Columns that are none of these are told on standard error. Throws
/// UnusableError that names the line where something is no player. `delimiter`: `,`, `;` or `tab`;
/// empty if the first row tells. Ratings may have decimals, after a comma or a point.
std::vector<EntrantName> read_player_table(const std::string& file,
                                           const std::string& delimiter = "");

}  // namespace schiri::cli
