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

/// The rating list of one game and variant, all pools together; if stored, under a name, such as
/// that of a month, or as the latest of a method. It does not change when games change later;
/// players have their current names, except one who was merged into another player of the list.
struct KindList {
  std::string name;                       ///< empty for the latest one
  std::string method;                     ///< of rating::methods()
  std::string date;                       ///< of the last day whose games count; empty if unknown
  std::vector<rating::RatingList> pools;  ///< of one game and variant, at least one
  bool is_bounded = false;                ///< no game counts whose day may be after `date`

  Kind kind() const { return {pools.front().game, pools.front().variant}; }
};

/// The list of a game and variant; null if there is none.
const KindList* list_of(const std::vector<KindList>& lists, const Kind& kind);

/// The number of times that games of each kind were added, removed or changed.
using KindChanges = std::map<Kind, std::int64_t>;
KindChanges kind_changes(const Store& store);

/// Stores lists, all or none. `replaces`: replaces lists of the same name, game and variant;
/// otherwise StoreError is thrown if there is one. Lists without a name are the latest of their
/// method and replace earlier ones. `seen` must be read before the games, so that the latest list
/// is outdated if games were added since.
void keep_lists(Store& store, const std::vector<KindList>& lists, bool replaces,
                const KindChanges& seen = {});

/// The lists with names by game, variant, date and name. An empty name, game or variant means all.
std::vector<KindList> stored_lists(const Store& store, const std::string& name = "",
                                   const Kind& kind = {});
/// The same with each player once, under the present name: of several lines of players who were
/// merged into one, that with the most games.
std::vector<KindList> stored_lists_by_player(const Store& store, const std::string& name,
                                             const Kind& kind);

/// A player of a stored list.
struct StoredRating {
  std::string name;
  std::optional<double> rating;
};

/// The stored list of one kind of games, best first: the list of `bt` if there are several. Empty
/// if there is none, or if games were added, removed or changed since.
std::vector<StoredRating> stored_ratings(const Store& store, const Kind& kind);

}  // namespace schiri::db
