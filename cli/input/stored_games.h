#pragma once

#include <functional>

#include "db/games/store.h"
#include "db/games/stored_record.h"
#include "db/position_index/position_index.h"
#include "db/query/game_filter.h"

namespace schiri::cli {

/// Store::visit_records, and how far it is on a terminal.
void visit_stored_games(const db::Store& store, const db::GameFilter& filter,
                        const std::function<bool(db::StoredRecord&)>& visitor);

/// Brings new games, or all anew, into the index of positions, and says how far it is.
db::IndexSize index_stored_games(db::Store& store, bool rebuild);

}  // namespace schiri::cli
