#pragma once

#include <string>
#include <vector>

#include "core/otb/event.h"

namespace schiri::otb {

// Notes on what an event accepts although the rules would not, each a clause without its end.

/// On boards and byes of the last round that were set by hand: players who have met or may not
/// meet, a second bye; and on boards that a team loses because it has too few players.
std::vector<Message> notes_on_round(const Event& event);

}  // namespace schiri::otb
