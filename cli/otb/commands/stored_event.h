#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/otb/acts/journal.h"
#include "core/rating/tables/cross_table.h"
#include "core/rating/tables/tie_breaks.h"
#include "db/games/store.h"
#include "db/query/game_filter.h"

/// Over-the-board events in a database: what their games do not show, such as byes, forfeits and
/// the standing.
namespace schiri::db {

/// Stores an event of players, and its standing and byes for the views `standings` and `byes`;
/// replaces what was stored of the event of this name. `text`: that of its file. Throws StoreError.
void store_event(Store& store, const otb::Journal& journal, const std::string& text);

/// The cross table of the one over-the-board event to which all games of the filter belong, with
/// its places and points. Nullopt if they belong to others as well, or the filter chooses by more
/// than event, game and variant. `tie_breaks`: instead of the event's own; empty for these. Throws
/// StoreError.
std::optional<rating::CrossTable> stored_event_table(
    const Store& store, const GameFilter& filter,
    std::span<const rating::TieBreakId> tie_breaks = {});

}  // namespace schiri::db
