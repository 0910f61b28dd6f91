#pragma once

// Pairs the next round of an over-the-board event.

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/otb/event/event.h"

namespace schiri::otb {

/// The next round; the event is unchanged. `fixed`: boards that
/// the arbiter demands; the others are paired among themselves. Only events paired by points accept
/// them. Throws EventError if results are missing, the event is over, or no pairing exists.
Round pair(const Event& event, const std::vector<Couple>& fixed = {});

/// The rounds so far in the form of the Swiss engine, entrants in the order of the start list; open
/// games count as drawn.
SwissHistory history(const Event& event);

}  // namespace schiri::otb
