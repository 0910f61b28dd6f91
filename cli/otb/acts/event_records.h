#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>

#include "cli/otb/acts/journal.h"
#include "notation/records/pgn/reader.h"

namespace schiri::otb {

/// Writes all games that were played as records, with the players' current names: imported records
/// with their turns, other games without turns.
void write_records(std::ostream& out, const Journal& journal);

/// Enters the result of a valid record of the last round, and keeps the record with the event's
/// tags. Returns the reason if it does not belong to the round; empty if the result is entered.
Message import_result(Journal& journal, CheckedRecord& checked);

}  // namespace schiri::otb
