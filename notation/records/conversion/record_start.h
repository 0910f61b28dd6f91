#pragma once

#include <string_view>

#include "notation/game_types.h"
#include "notation/records/check/checked_record.h"

namespace schiri {

/// A roll for where one is needed, and which one makes no difference.
inline constexpr std::string_view any_roll = "147";

/// Where the game of a checked record begins: by its tags, else as `told` for records without them.
StartSpec start_of(const CheckedRecord& checked, const CheckOptions& told);

/// Writes into a record of a known game what was said about it from outside, so that it reads
/// without that: its game, variant and roll.
void complete_tags(CheckedRecord& checked, const CheckOptions& told);

}  // namespace schiri
