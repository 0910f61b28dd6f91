#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/rating/models/rating_list.h"
#include "db/games/store.h"
#include "db/query/game_filter.h"

namespace schiri::db {

/// The ratings of one game and variant, stored under a name, such as that of a month. The list does
/// not change when games change later; players have their current names.
struct DatedList {
  std::string name;
  std::string method;                     ///< of rating::methods()
  std::string date;                       ///< of the last day whose games count; empty if unknown
  std::vector<rating::RatingList> pools;  ///< of one game and variant, at least one

  Kind kind() const { return {pools.front().game, pools.front().variant}; }
};

/// The list of a game and variant; null if there is none.
const DatedList* list_of(const std::vector<DatedList>& lists, const Kind& kind);

/// Stores lists, all or none. `replaces`: replaces lists of the same name, game and variant;
/// otherwise StoreError is thrown if there is one.
void keep_lists(Store& store, const std::vector<DatedList>& lists, bool replaces);

/// The stored lists by game, variant, date and name. An empty name, game or variant means all.
std::vector<DatedList> stored_lists(const Store& store, const std::string& name = "",
                                    const Kind& kind = {});

}  // namespace schiri::db
