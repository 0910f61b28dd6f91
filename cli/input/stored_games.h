#pragma once

#include <functional>

#include "db/games/store.h"
#include "db/games/stored_record.h"
#include "db/position_index/position_index.h"
#include "db/query/game_filter.h"
#include "notation/records/check/checked_record.h"

namespace schiri::cli {

/// Store::visit_records, with progress on a terminal.
void visit_stored_games(const db::Store& store, const db::GameFilter& filter,
                        const std::function<bool(db::StoredRecord&)>& visitor);

/// A record of a database, where all games are valid and complete.
CheckedRecord checked_game(Record record);

/// Adds new games to the position index, or rebuilds it, with progress on a terminal.
db::IndexSize index_stored_games(db::Store& store, bool rebuild);

}  // namespace schiri::cli
