#pragma once

#include <functional>

#include "db/index/position_index.h"
#include "db/store/store.h"

namespace schiri::cli {

/// Store::visit_records, and how far it is on a terminal.
void visit_stored_games(const db::Store& store, const db::GameFilter& filter,
                        const std::function<bool(db::StoredRecord&)>& visitor);

/// Brings new games, or all anew, into the index of positions, and says how far it is.
db::IndexSize index_stored_games(db::Store& store, bool rebuild);

}  // namespace schiri::cli
