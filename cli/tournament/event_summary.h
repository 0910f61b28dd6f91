#pragma once

#include <ostream>

#include "db/store/store.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// Prints what an event has come to, all of it from its stored games: who has won, the cross table,
/// what the first move was worth, how games ended, how many repeat others, and what a rule says
/// that may end it early. The same games give the same text. Warnings go to `notes`.
void print_summary(std::ostream& out, std::ostream& notes, const db::Store& store,
                   const db::StoredEvent& event, const Contest& contest);

}  // namespace schiri::cli
