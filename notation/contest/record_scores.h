#pragma once

#include <optional>
#include <vector>

#include "core/match/player.h"
#include "notation/records/record.h"

namespace schiri {

/// The score beside each turn of a record, of the side that played it: an analysis's, else the
/// bot's own; nothing where none is written. `first`: the side that plays the first turn.
std::vector<std::optional<Score>> scores_of(const Record& record, Side first);

}  // namespace schiri
