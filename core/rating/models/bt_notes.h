#pragma once

#include <span>
#include <vector>

#include "core/base/message.h"
#include "core/rating/games/pools.h"
#include "core/rating/models/bt_errors.h"
#include "core/rating/models/bt_pools.h"

/// What the games of a pool leave open, in a sentence each. Used by rate_bt (bt.h).
namespace schiri::rating {

/// An edge for each "has scored against" of a pool's players.
Graph scoring_graph(std::size_t players, std::span<const Encounter> encounters);

/// Notes that most players have not scored against each other, that some have few games, and that
/// few games join two groups.
void add_notes_on_games(std::span<const RatedPlayer> players, std::span<const Encounter> encounters,
                        const PoolErrors& errors, const ScoringBounds& bounds,
                        std::vector<Message>& notes);

}  // namespace schiri::rating
