#pragma once

#include <string>
#include <vector>

#include "core/rating/rating_list.h"
#include "db/store.h"

namespace schiri::db {

/// Keeps lists of ratings by a method in the database, in place of its earlier ones of the same
/// games and variants; the view `ratings` shows them.
void store_ratings(Store& store, const std::string& method,
                   const std::vector<rating::RatingList>& lists);

/// The view tells of every list that it is outdated, as games have gone or have other players: a
/// `last_game` of -1 stands for that.
void outdate_ratings(Connection& connection);

}  // namespace schiri::db
