#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/io/json.h"
#include "core/rating/rating_list.h"

namespace schiri::cli {

/// What programs are told of each player of a list of ratings: the keys, and a value for each.
std::vector<std::string> rating_keys();
std::vector<Json> rating_cells(const rating::RatingList& list, const rating::RatedPlayer& player);

}  // namespace schiri::cli
