#pragma once

// The lists of an over-the-board event, in every form of cli/print.

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "cli/print/printed_list.h"
#include "db/otb/journal.h"

namespace schiri::cli {

/// The boards of a round, with their results so far, and the byes.
void print_round(std::ostream& out, const otb::Journal& journal, std::uint64_t round,
                 const ListFormat& form);

/// The standing after this many rounds, by these tie-breaks, which its head names.
void print_standing(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                    const ListFormat& form, std::span<const rating::TieBreakId> tie_breaks);

/// The scores of the players of all teams after this many rounds.
void print_player_scores(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                         const ListFormat& form);

/// The entrants in the order of the start list. Lists to be hung up show neither sex nor age.
void print_start_list(std::ostream& out, const otb::Journal& journal, const ListFormat& form);

/// The rounds of each player in the order of the standing: in a round-robin the results against
/// each other player, otherwise opponent, colour and result of each round.
void print_cross_table(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                       const ListFormat& form);

/// A card for each of these players, all if none is named, in the order of the start list: rounds,
/// points, place and performance. As JSON or CSV a row for each round of each player.
void print_cards(std::ostream& out, const otb::Journal& journal,
                 const std::vector<std::string>& names, const ListFormat& form);

/// Throws InputError if teams play: cross tables and cards are of single players.
void require_players(const otb::Journal& journal);

/// What was done and when, a line each.
void print_acts(std::ostream& out, const otb::Journal& journal);

}  // namespace schiri::cli
