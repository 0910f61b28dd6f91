#pragma once

#include <string>
#include <vector>

#include "notation/contest/contest.h"

namespace schiri {

/// Compares openings stored for a contest, by number, with those of its plan; openings chosen by a
/// search must meet its conditions. Returns the differences in sentences.
std::vector<std::string> check_openings(const Contest& contest,
                                        const std::map<std::uint64_t, Opening>& openings);

/// Compares a stored game of an event with its entry in the schedule: event, round,
/// players, start, opening and seed, and replays its turns: each legal, and the end as the rules
/// say. Each finding is a sentence for a person without a full stop; none if all is well.
std::vector<std::string> check_game(const Contest& contest, const ScheduledGame& scheduled,
                                    const Record& record);

}  // namespace schiri
