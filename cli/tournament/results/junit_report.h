#pragma once

#include <ostream>
#include <string>

#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"

namespace schiri::cli {

/// Writes the results of a tournament's stored games as JUnit's XML for build servers. One suite
/// with a case for completeness (skipped while games are missing), for a sequential test (fails if
/// H0 is accepted, skipped while undecided), and for each game that a player lost by a failure.
/// Valid by the schemas of Ant and of Jenkins. The same games give the same text: the time is that
/// of the first game's date. `database`: the one in which the user finds the games, for messages.
void write_junit(std::ostream& out, const std::string& database, const db::Store& store,
                 const db::StoredTournament& event, const Contest& contest);

/// Writes the report into a file. Throws InputError and UnusableError as OutputFile.
void write_junit_file(const std::string& path, const std::string& database, const db::Store& store,
                      const db::StoredTournament& event, const Contest& contest);

}  // namespace schiri::cli
