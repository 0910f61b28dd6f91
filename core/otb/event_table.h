#pragma once

// The cross table of an over-the-board event in the form of other cross tables, ranked by places.

#include <span>
#include <string>

#include "core/otb/event.h"
#include "core/otb/event_head.h"
#include "core/rating/tables/cross_table.h"

namespace schiri::otb {

/// The cross table after all rounds: places, points and tie-breaks of the standing. `names`: of the
/// entrants, in their order. Games of entrants that withdrew early from a round-robin do not count.
/// Throws EventError if teams play, or for tie-breaks of teams.
rating::CrossTable event_table(const EventHead& head, const Event& event,
                               std::span<const std::string> names,
                               std::span<const rating::TieBreakId> tie_breaks);

}  // namespace schiri::otb
