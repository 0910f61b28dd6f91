#pragma once

#include <string>
#include <vector>

#include "db/otb/journal.h"

namespace schiri::cli {

/// Seats a late player in the last round, against the second one, otherwise against the one who has
/// the bye. Returns the answer, `R3 board 8 Hugo – Gina`. Throws EventError.
Message seat_late(otb::Journal& journal, const std::vector<std::string>& names);

}  // namespace schiri::cli
