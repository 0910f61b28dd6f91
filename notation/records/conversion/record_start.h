#pragma once

#include <string_view>

#include "notation/game_types.h"
#include "notation/records/check/checked_record.h"

/// Ties records to the types of core: where a recorded game starts, the record of a game that was
/// played, and the result that ratings count. Commands, tournaments and the database use it.
namespace schiri {

/// Where the game of a checked record begins: by its tags, else by `defaults`, the options with
/// which the record was checked.
StartSpec start_of(const CheckedRecord& checked, const CheckOptions& defaults);

/// Adds the tags Game, Variant and Roll that the record lacks from the options with which it was
/// checked, so that it reads without them.
void complete_tags(CheckedRecord& checked, const CheckOptions& defaults);

}  // namespace schiri
