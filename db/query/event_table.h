#pragma once

#include <optional>
#include <span>

#include "core/rating/tables/cross_table.h"
#include "core/rating/tables/tie_breaks.h"
#include "db/games/store.h"
#include "db/query/game_filter.h"

namespace schiri::db {

/// Makes the cross table of the one stored event to which all games of the filter belong, with what
/// the games do not show, such as byes. Nullopt if they belong to others as well, or the filter
/// chooses by more than event, game and variant. `tie_breaks`: instead of the event's own; empty
/// for these. Throws StoreError.
using EventTable = std::optional<rating::CrossTable>(
    const Store& store, const GameFilter& filter, std::span<const rating::TieBreakId> tie_breaks);

/// Sets what makes such tables; nothing does unless it is set.
void set_event_table(EventTable* table);
EventTable event_table;

}  // namespace schiri::db
