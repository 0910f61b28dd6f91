#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "db/games/store.h"
#include "db/tournament/tournaments.h"
#include "notation/text/table.h"

namespace schiri::cli {

/// The last line of a program's standard error that is not blank, printable and cut; empty if there
/// is none.
std::string last_error_line(std::string_view standard_error);

/// `; standard error: LINE`; empty if there is no such line.
std::string last_error_note(std::string_view standard_error);

const Columns<db::FailureGameRow>& failure_columns();

/// Prints the games of a tournament that were lost by a failure, by number, as text, JSON or CSV.
void print_failures(std::ostream& out, const db::Store& store, const db::StoredTournament& event,
                    Format format);

}  // namespace schiri::cli
