#pragma once

#include <string_view>

#include "notation/game_types.h"
#include "notation/records/check/checked_record.h"

/// Converts records to the types of core: the start of a recorded game, the record of a game that
/// was played, and the result for ratings. Commands, tournaments and the database use it.
namespace schiri {

/// The start of a checked record: by its tags, otherwise by `defaults`, the options with which the
/// record was checked.
StartSpec start_of(const CheckedRecord& checked, const CheckOptions& defaults);

/// Adds missing tags Game, Variant and Roll from the options with which the record was checked, so
/// that it can be read without them.
void complete_tags(CheckedRecord& checked, const CheckOptions& defaults);

}  // namespace schiri
