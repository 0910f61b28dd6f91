#pragma once

#include "notation/game_types.h"
#include "notation/records/reader.h"

namespace schiri {

/// Where the game of a checked record begins: by its tags, else as `told` for records without them.
StartSpec start_of(const CheckedRecord& checked, const CheckOptions& told);

/// Writes into a record of a known game what was told about it, so that it reads without being
/// told: its game, variant and roll.
void complete_tags(CheckedRecord& checked, const CheckOptions& told);

}  // namespace schiri
