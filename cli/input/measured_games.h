#pragma once

#include <optional>

#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/analysis/study.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// The stored games of a ladder, measured by replay on this many threads; the same for any number.
/// Nullopt after Ctrl-C. Throws InputError if it has no game with a result.
std::optional<Study> read_study(const db::Store& store, const db::StoredTournament& event,
                                const Contest& contest, unsigned threads);

}  // namespace schiri::cli
