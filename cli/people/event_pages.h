#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>

#include "cli/people/event_journal.h"

namespace schiri::cli {

/// How pairings and standings are shown: `text`, `json` (an object a line), `csv`, or `html`, a
/// page to be printed and hung up.
using PageFormat = std::string;

/// The boards of a round, with results as far as there are any, and who has none.
void print_round(std::ostream& out, const EventJournal& journal, std::uint64_t round,
                 const PageFormat& format);

/// Where everybody stands after this many rounds, by these tie-breaks, which the head names.
void print_open_standing(std::ostream& out, const EventJournal& journal, std::uint64_t rounds,
                         const PageFormat& format, std::span<const rating::TieBreakId> tie_breaks);

/// One line for a person of what was done.
std::string act_sentence(const Json& act);

/// What was done and when, a line each.
void print_acts(std::ostream& out, const EventJournal& journal);

/// The event as a tournament report file of FIDE (TRF16): start list in the order of ratings, each
/// player's rounds, points and place. What the file does not know (federation, birth) is left
/// blank.
void print_trf(std::ostream& out, const EventJournal& journal);

/// All games that were played, as records: those that came as records with their turns, the others
/// without.
void print_records(std::ostream& out, const EventJournal& journal);

}  // namespace schiri::cli
