#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/rating/models/rating_list.h"
#include "db/games/store.h"
#include "db/ratings/pair_counter.h"

namespace schiri::db {

/// The ratings of one game and variant as somebody had them kept under a name, for instance that of
/// a month. Whatever happens to the games later, it stays as it is; players keep their names of
/// today.
struct DatedList {
  std::string name;
  std::string method;                     ///< of rating::methods()
  std::string date;                       ///< of the last day whose games count; empty if unknown
  std::vector<rating::RatingList> pools;  ///< of one game and variant, at least one

  Kind kind() const { return {pools.front().game, pools.front().variant}; }
};

/// That of a game and variant; null if there is none.
const DatedList* list_of(const std::vector<DatedList>& lists, const Kind& kind);

/// Keeps lists. Either all of them are kept or none. `replaces`: in place of those of the same
/// name, game and variant, which otherwise must not be there. Throws StoreError.
void keep_lists(Store& store, const std::vector<DatedList>& lists, bool replaces);

/// The lists that are kept, by game, variant, date and name: those of this name, game and variant,
/// where each may be empty for all.
std::vector<DatedList> stored_lists(const Store& store, const std::string& name = "",
                                    const Kind& kind = {});

}  // namespace schiri::db
