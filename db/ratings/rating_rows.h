#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/rating/models/rating_list.h"
#include "db/games/store.h"
#include "db/ratings/pair_counter.h"

namespace schiri::db {

/// How often games of each kind have come, gone or changed.
using KindChanges = std::map<Kind, std::int64_t>;
KindChanges kind_changes(const Store& store);

/// Keeps lists of ratings by a method in the database, in place of its earlier ones of the same
/// games and variants; the view `ratings` shows them. `seen` was asked for before the games were
/// read, so that a list is outdated if any came since.
void store_ratings(Store& store, const std::string& method,
                   const std::vector<rating::RatingList>& lists, const KindChanges& seen);

/// A player of a list that is kept.
struct StoredRating {
  std::string name;
  std::optional<double> rating;
};

/// The list of one kind of games that is kept, best first: that of `bt` if there are several.
/// Nobody if there is none, or games have come, gone or changed since.
std::vector<StoredRating> stored_ratings(const Store& store, const Kind& kind);

}  // namespace schiri::db
