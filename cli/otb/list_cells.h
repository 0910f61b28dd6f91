#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/print/printed_list.h"
#include "cli/print/vocabulary.h"
#include "core/otb/event.h"
#include "core/otb/standing.h"
#include "db/otb/journal.h"

/// What the lists of an event have in common.
namespace schiri::cli {

/// The event as the head of its lists names it.
ListHead list_head(const otb::Journal& journal);

/// `2.5`; the decimal is also printed if it is 0.
Json points_json(double points);

std::string bye_sentence(const otb::Event& event, otb::ByeKind kind, const Vocabulary& words);

/// `round 2`, and what a knockout calls it.
std::string round_title(const otb::Event& event, std::uint64_t round, const Vocabulary& words);

/// A title that names a number of rounds, and whether they are played.
std::string so_far(std::string_view title, const otb::Event& event, std::uint64_t rounds,
                   const Vocabulary& words);

/// The tie-breaks that have columns of their own: games won stand beside the games already, and the
/// points of a team's games beside its own.
std::vector<rating::TieBreakId> tie_break_columns(std::span<const rating::TieBreakId> tie_breaks);
/// Adds their values to a row.
void add_tie_breaks(std::vector<Json>& row, const otb::StandingRow& line,
                    std::span<const rating::TieBreakId> tie_breaks);
/// The names of the tie-breaks, in one line.
std::string tie_break_line(std::span<const rating::TieBreakId> tie_breaks, const Vocabulary& words);

/// The remark at the end of an entrant's row; empty if there is none.
std::string remark_on(const otb::Entrant& entrant, const otb::StandingRow& line,
                      std::uint64_t rounds, const Vocabulary& words);

}  // namespace schiri::cli
