#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/print/printed_list.h"
#include "core/otb/event.h"
#include "core/otb/round.h"
#include "core/otb/standing.h"
#include "notation/otb/journal.h"

/// Cells and titles that the lists of an event share.
namespace schiri::cli {

/// The head of the event's lists.
ListHead list_head(const otb::Journal& journal, const Translation& language);

/// `2.5`; the decimal is also printed if it is 0.
Json points_json(double points);
/// `1-0`; null without a result.
Json result_json(const std::optional<otb::BoardResult>& result);

/// The numbers of entrants in the start list, from 1, by entrant.
std::vector<std::size_t> start_numbers(const otb::Event& event);

/// The columns on who has a seat, with this beginning of their keys (`white_`): number and title
/// before the name, rating, federation and club after it; of a team number, name and rating.
std::vector<std::string> seat_keys(const otb::Event& event, const std::string& beginning,
                                   const std::string& name);
/// Their cells; all empty without an entrant.
std::vector<Json> seat_cells(const otb::Event& event, const std::vector<std::size_t>& numbers,
                             const std::optional<std::size_t>& entrant);

/// Points without needless decimals: `2.5`, `3`.
Decimal points_text(double points);

/// The name of a category in the language if the name is a rule: `Frauen` of `women`, `bis 1399` of
/// `-1399`. Lists for programs, and English ones, have the name itself.
std::string category_label(const std::string& name, const ListFormat& form);

Message bye_sentence(const otb::Event& event, otb::ByeKind kind);

/// `round 2`, and its name in a knockout.
Message round_title(const otb::Event& event, std::uint64_t round);

/// The same with the date and time of the round, if they are known.
std::string scheduled_round_title(const otb::Journal& journal, std::uint64_t round,
                                  const Translation& language);
/// `2026-05-01 18:00`; empty if nothing is known.
std::string round_time_text(const otb::RoundTime& time, const Translation& language);
/// The dates of all rounds in one line; empty if there is none.
std::string schedule_line(const otb::Journal& journal, const Translation& language);

/// A title of these rounds, and whether the next one is in progress.
Message so_far(const Message& title, const otb::Event& event, std::uint64_t rounds);

/// The tie-breaks with columns of their own: the columns of games, of teams' points and of
/// ratings already contain games won, game points and the own rating.
std::vector<rating::TieBreakId> tie_break_columns(std::span<const rating::TieBreakId> tie_breaks);
/// Adds their values to a row.
void add_tie_breaks(std::vector<Json>& row, const otb::StandingRow& line,
                    std::span<const rating::TieBreakId> tie_breaks);
/// The names of the tie-breaks in one line, with their codes if these head the columns.
std::string tie_break_line(std::span<const rating::TieBreakId> tie_breaks, const ListFormat& form);

/// What keeps an entrant from the current round, or from coming ones: `withdrawn`, `absent in round
/// 3`; empty if nothing does.
Message absence_of(const otb::Event& event, std::size_t entrant);
/// The remark at the end of an entrant's row after these rounds; empty if there is none.
Message remark_on(const otb::Event& event, const otb::StandingRow& line, std::uint64_t rounds);

}  // namespace schiri::cli
