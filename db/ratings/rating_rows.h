#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/rating/models/rating_list.h"
#include "db/games/store.h"
#include "db/query/game_filter.h"

/// Ratings in a database: the latest lists of each method and lists kept under a name. `schiri
/// ratings` uses it; it uses `db/query`, `db/games` and `db/sqlite`.
namespace schiri::db {

/// How often games of each kind have come, gone or changed.
using KindChanges = std::map<Kind, std::int64_t>;
KindChanges kind_changes(const Store& store);

/// Stores lists of ratings by a method, in place of its earlier lists of the same games and
/// variants; the view `ratings` shows them. `seen` must be read before the games, so
/// that a list is outdated if any came since.
void store_ratings(Store& store, const std::string& method,
                   const std::vector<rating::RatingList>& lists, const KindChanges& seen);

/// A player of a stored list.
struct StoredRating {
  std::string name;
  std::optional<double> rating;
};

/// The stored list of one kind of games, best first: the list of `bt` if there are several. Empty
/// if there is none, or games have come, gone or changed since.
std::vector<StoredRating> stored_ratings(const Store& store, const Kind& kind);

}  // namespace schiri::db
