#pragma once

// The lists of an over-the-board event, in all formats of cli/print.

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "cli/print/printed_list.h"
#include "core/otb/category.h"
#include "notation/otb/journal.h"

namespace schiri::cli {

// Each list is made by one function, and printed by another.

PrintedList round_list(const otb::Journal& journal, std::uint64_t round, const ListFormat& form);
/// `category`: only its players, by their places among each other.
PrintedList standing_list(const otb::Journal& journal, std::uint64_t rounds, const ListFormat& form,
                          std::span<const rating::TieBreakId> tie_breaks,
                          const otb::Category* category = nullptr);
/// The best players of each category.
PrintedList prize_list(const otb::Journal& journal, std::uint64_t rounds, std::size_t places,
                       const ListFormat& form);
/// Throws InputError for events without teams.
PrintedList player_score_list(const otb::Journal& journal, std::uint64_t rounds,
                              const ListFormat& form);
PrintedList start_list(const otb::Journal& journal, const ListFormat& form);
/// In a round-robin the results of each player, or team, against each other, otherwise a column a
/// round.
PrintedList cross_table(const otb::Journal& journal, std::uint64_t rounds, const ListFormat& form);
/// A card for each player, or team, in the order of the start list.
std::vector<PrintedList> card_lists(const otb::Journal& journal, const ListFormat& form);

/// The boards of a round, with their results so far, and the byes.
void print_round(std::ostream& out, const otb::Journal& journal, std::uint64_t round,
                 const ListFormat& form);

/// The standing after N rounds, by these tie-breaks, which its head lists.
void print_standing(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                    const ListFormat& form, std::span<const rating::TieBreakId> tie_breaks,
                    const otb::Category* category = nullptr);

/// The scores of the players of all teams after N rounds.
void print_player_scores(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                         const ListFormat& form);

/// The entrants in the order of the start list. Lists for display show neither sex nor age.
void print_start_list(std::ostream& out, const otb::Journal& journal, const ListFormat& form);

/// The rounds of each player in the order of the standing: in a round-robin the results against
/// each other player, otherwise opponent, colour and result of each round.
void print_cross_table(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                       const ListFormat& form);

/// A card for each of these players, or for all, in the order of the start list: rounds,
/// points, place and performance. As JSON or CSV a row for each round of each player.
void print_cards(std::ostream& out, const otb::Journal& journal,
                 const std::vector<std::string>& names, const ListFormat& form);

/// The changes of the event and their local times, one a line.
void print_acts(std::ostream& out, const otb::Journal& journal);

}  // namespace schiri::cli
