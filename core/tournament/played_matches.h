#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/rating/games/game_log.h"
#include "core/rating/tests/match_stats.h"

namespace schiri {

/// Two players of a log.
using Pairing = std::pair<rating::PlayerId, rating::PlayerId>;

/// The matches of these pairings, from the first player's side, as MatchTally counts them. The
/// pairs of games are those of `find_partners`, the repeats those of `find_repeats`. Each pairing
/// is given once.
std::vector<rating::MatchSummary> played_matches(const rating::GameLog& log,
                                                 std::span<const Pairing> pairings);

}  // namespace schiri
