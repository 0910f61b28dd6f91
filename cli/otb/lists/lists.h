#pragma once

// The lists of an over-the-board event: what the commands print, `otb publish` writes and
// `otb serve` shows.

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "cli/otb/acts/journal.h"
#include "notation/text/table.h"

namespace schiri::cli {

/// The boards of a round, with their results so far, and the byes.
Table round_list(const otb::Journal& journal, std::uint64_t round);
/// The standing after N rounds, by these tie-breaks.
Table standing_list(const otb::Journal& journal, std::uint64_t rounds,
                    std::span<const rating::TieBreakId> tie_breaks);
/// The entrants in the order of the start list. Lists for people show neither sex nor age.
Table start_list(const otb::Journal& journal);
/// The rounds of each player in the order of the standing: in a round-robin the results
/// against each other, otherwise opponent, colour and result of each round.
Table cross_table(const otb::Journal& journal, std::uint64_t rounds);
/// A card for each of these entrants: rounds, points, rank and performance.
std::vector<Table> card_lists(const otb::Journal& journal,
                              const std::vector<std::size_t>& entrants);

/// Prints a list with the event's head.
void print_list(std::ostream& out, const otb::Journal& journal, const Table& list,
                const TableOptions& options);

/// All columns that a list may have, by the name of its command: `standing`.
std::vector<Column> columns_of_otb(const std::string& name);

}  // namespace schiri::cli
