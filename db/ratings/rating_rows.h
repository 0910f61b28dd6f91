#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/rating/models/rating_list.h"
#include "db/games/store.h"
#include "db/query/game_filter.h"

/// Ratings in a database: the latest lists of each method and lists stored under a name. `schiri
/// ratings` uses it; it uses `db/query`, `db/games` and `db/sqlite`.
namespace schiri::db {

/// The number of times that games of each kind were added, removed or changed.
using KindChanges = std::map<Kind, std::int64_t>;
KindChanges kind_changes(const Store& store);

/// Stores rating lists of a method and replaces its earlier lists of the same games and variants;
/// the view `ratings` shows them. `seen` must be read before the games, so that a list is outdated
/// if games were added since.
void store_ratings(Store& store, const std::string& method,
                   const std::vector<rating::RatingList>& lists, const KindChanges& seen);

/// A player of a stored list.
struct StoredRating {
  std::string name;
  std::optional<double> rating;
};

/// The stored list of one kind of games, best first: the list of `bt` if there are several. Empty
/// if there is none, or if games were added, removed or changed since.
std::vector<StoredRating> stored_ratings(const Store& store, const Kind& kind);

}  // namespace schiri::db
