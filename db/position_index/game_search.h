#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "db/games/store.h"
#include "db/sqlite/statement.h"
#include "notation/position_search.h"

namespace schiri::db {

/// Conditions on the table `game` that the games of a search meet as well.
struct OtherConditions {
  std::string sql = {};                                      ///< joined by AND; empty: none
  std::function<void(Statement&)> bind = [](Statement&) {};  ///< from the first parameter on
};

/// The ids of the games that a search finds, ascending, perhaps with ids of removed games. Indexed
/// games are found by their boards in the index, without the other conditions; other games by
/// replaying those that meet the conditions. Throws SQLite::Exception, so call it within
/// Connection::run.
std::vector<std::int64_t> games_found(const Store& store, const PositionSearch& search,
                                      const OtherConditions& others = {});

}  // namespace schiri::db
