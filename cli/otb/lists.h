#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "cli/print/printed_list.h"
#include "db/otb/journal.h"

namespace schiri::cli {

/// The boards of a round, with results as far as there are any, and who has none.
void print_round(std::ostream& out, const otb::Journal& journal, std::uint64_t round,
                 const ListFormat& form);

/// Where everybody stands after this many rounds, by these tie-breaks, which the head names.
void print_open_standing(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                         const ListFormat& form, std::span<const rating::TieBreakId> tie_breaks);

/// Who takes part, in the order of the start list. What is hung up tells nobody's sex or age.
void print_start_list(std::ostream& out, const otb::Journal& journal, const ListFormat& form);

/// Everybody's rounds in the order of the standing: in a round-robin what was made against each
/// other, else opponent, colour and result of each round.
void print_cross_table(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                       const ListFormat& form);

/// A card for each of these players, all if none is named, in the order of the start list: their
/// rounds, points, place and performance. As JSON or CSV a row for each round of each.
void print_cards(std::ostream& out, const otb::Journal& journal,
                 const std::vector<std::string>& names, const ListFormat& form);

/// What everybody of all teams has made in these rounds.
void print_people(std::ostream& out, const otb::Journal& journal, std::uint64_t rounds,
                  const ListFormat& form);

/// One line for a person of what was done.
std::string act_sentence(const Json& act);

/// What was done and when, a line each.
void print_acts(std::ostream& out, const otb::Journal& journal);

}  // namespace schiri::cli
