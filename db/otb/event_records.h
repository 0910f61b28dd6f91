#pragma once

#include <ostream>

#include "db/otb/journal.h"

namespace schiri::otb {

/// Writes all games that were played as records, with the players' current names: imported records
/// with their turns, other games without turns.
void write_records(std::ostream& out, const Journal& journal);

}  // namespace schiri::otb
