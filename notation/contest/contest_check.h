#pragma once

#include <string>
#include <vector>

#include "notation/contest/contest.h"

namespace schiri {

/// What is wrong with openings that were stored for a contest, by number, in sentences: they are
/// to be those of its plan, or, where they were chosen by a search, such as it asks for.
std::vector<std::string> check_openings(const Contest& contest,
                                        const std::map<std::uint64_t, Opening>& openings);

/// Compares a stored game of an event with what its place in the schedule says: event, round,
/// players, start, opening and seed, and replays its turns: each legal, and the end as the rules
/// say. Each finding is a sentence for a person without a full stop; none if all is well.
std::vector<std::string> check_game(const Contest& contest, const ScheduledGame& scheduled,
                                    const Record& record);

}  // namespace schiri
