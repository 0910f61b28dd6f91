#pragma once

#include <string>
#include <vector>

#include "notation/contest/contest.h"

namespace schiri {

/// Compares openings stored for a contest, by number, with those of its plan; openings chosen by a
/// search must meet its conditions. Returns the differences in sentences.
std::vector<std::string> check_openings(const Contest& contest,
                                        const std::map<std::uint64_t, Opening>& openings);

/// Compares a stored game of a tournament with its entry in the schedule: event, round, players,
/// start, opening and seed, and replays its turns: each must be legal, and the end according to the
/// rules. Each finding is a sentence without a full stop; empty if the game is correct.
std::vector<std::string> check_game(const Contest& contest, const ScheduledGame& scheduled,
                                    const Record& record);

}  // namespace schiri
