#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/rating/rating_list.h"
#include "db/index/pair_counter.h"
#include "db/store/store.h"

namespace schiri::db {

/// How often games of each kind have come, gone or changed.
using KindChanges = std::map<Kind, std::int64_t>;
KindChanges kind_changes(const Store& store);

/// Keeps lists of ratings by a method in the database, in place of its earlier ones of the same
/// games and variants; the view `ratings` shows them. `seen` was asked for before the games were
/// read, so that a list is outdated if any came since.
void store_ratings(Store& store, const std::string& method,
                   const std::vector<rating::RatingList>& lists, const KindChanges& seen);

}  // namespace schiri::db
