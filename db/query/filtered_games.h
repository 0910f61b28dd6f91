#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/rating/games/counts.h"
#include "db/games/store.h"
#include "db/games/stored_record.h"
#include "db/query/game_filter.h"

namespace schiri::db {

// Games of a filter in the order of ids; the filter's `sort` and `descending` are ignored. All
// throw StoreError.

/// Calls the visitor for each record until it returns false.
void visit_records(const Store& store, const GameFilter& filter,
                   const std::function<bool(StoredRecord&)>& visitor);
/// The number of records that visit_records() visits.
std::uint64_t count_games(const Store& store, const GameFilter& filter);
/// Calls the visitor for each game in the form for ratings; its texts are valid during the call.
void visit_results(const Store& store, const GameFilter& filter,
                   const std::function<void(const rating::FinishedGame&)>& visitor);
/// The results of the games added up, for each game and variant, by their names.
std::vector<rating::GameCounts> count_results(const Store& store, const GameFilter& filter);

}  // namespace schiri::db
