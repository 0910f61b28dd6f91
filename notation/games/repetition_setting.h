#pragma once

#include "core/game.h"
#include "notation/variants.h"

namespace schiri {

/// The values of a game's setting `repetition`, in the order of Repetition.
inline constexpr GameSetting::Value repetition_values[] = {
    {"3", "the third occurrence of a position ends the game in a draw"},
    {"off", "nothing ends by repetition"},
    {"claim",
     "from the third occurrence on, a record may end in a draw with [Termination \"repetition\"]; "
     "bots play on"},
};

}  // namespace schiri
