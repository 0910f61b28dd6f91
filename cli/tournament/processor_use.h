#pragma once

#include <vector>

#include "db/tournament/settings.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// The processors of `--cpu`; none without that option. Throws InputError.
std::vector<int> processors_of(const db::TournamentSettings& settings);

/// The number of games to play at once: as many as there are processors for, unless a number is
/// given. Throws InputError.
unsigned thread_count(const db::TournamentSettings& settings,
                      const std::vector<BotSpec>& bots = {});

/// Throws InputError if bots that play by the clock would share processors.
void require_processors(const db::TournamentSettings& settings, const Contest& contest);

}  // namespace schiri::cli
