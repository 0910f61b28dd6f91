#pragma once

#include <ostream>
#include <string>

#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// What an event has come to, all of it from its stored games, as JUnit's XML for servers that
/// build and test. One suite: whether all games are played (else skipped), what a sequential test
/// says (fails where H0 is accepted, is skipped while undecided), and each game that a player lost
/// by a failure. Valid by the schemas of Ant and of Jenkins. No clock is asked, so that the same
/// games give the same text: the time of day is that of the first game's date.
void write_junit(std::ostream& out, const db::Store& store, const db::StoredEvent& event,
                 const Contest& contest);

/// Writes the report into a file. Throws InputError and UnusableError as OutputFile.
void write_junit_file(const std::string& path, const db::Store& store, const db::StoredEvent& event,
                      const Contest& contest);

}  // namespace schiri::cli
