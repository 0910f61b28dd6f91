#pragma once

#include <optional>
#include <vector>

#include "core/match/player.h"
#include "notation/records/record.h"

namespace schiri {

/// The score of each turn of a record, from the side that played it: by an analysis, otherwise by
/// the bot that played or by a command `[%eval 0.35]`; nullopt for turns without a score. `first`:
/// the side that plays the first turn.
std::vector<std::optional<Score>> scores_of(const Record& record, Side first);

}  // namespace schiri
