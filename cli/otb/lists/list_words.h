#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/otb/event/event.h"
#include "cli/otb/event/standing.h"
#include "cli/print/list_page.h"

/// Sentences of an event's lists and pages.
namespace schiri::cli {

/// The head of the event's lists.
ListHead list_head(const otb::EventHead& head);

/// The numbers of entrants in the start list, from 1, by entrant.
std::vector<std::size_t> start_numbers(const otb::Event& event);
/// The points of each entrant before a round.
std::vector<double> points_before(const otb::Event& event, std::uint64_t round);

/// Points without needless decimals: `2.5`, `3`.
Decimal points_text(double points);
/// `1-0`; null without a result.
Json result_json(const std::optional<otb::BoardResult>& result);

Message bye_sentence(const otb::Event& event, otb::ByeKind kind);

/// `round 2`, its name in a knockout, and its date and time, if they are known.
Message round_title(const otb::Event& event, const otb::EventHead& head, std::uint64_t round);
/// The dates of all rounds in one line; empty if there is none.
Message schedule_line(const otb::EventHead& head);

/// A title with the number of rounds, and whether the next one is in progress.
Message so_far(const Message& title, const otb::Event& event, std::uint64_t rounds);

/// The names and codes of the tie-breaks in one line.
Message tie_break_line(std::span<const rating::TieBreakId> tie_breaks);

/// What keeps an entrant from the current round, or from coming ones: `withdrawn`, `absent in round
/// 3`; empty if nothing does.
Message absence_of(const otb::Event& event, std::size_t entrant);
/// The remark at the end of an entrant's row after these rounds; empty if there is none.
Message remark_on(const otb::Event& event, const otb::StandingRow& line, std::uint64_t rounds);

/// The tree of a knockout as HTML, stage by stage, with the scores of the matches. `name` writes an
/// entrant as HTML.
std::string bracket_html(const otb::Event& event, const Translation& language,
                         const std::function<std::string(std::size_t entrant)>& name);

}  // namespace schiri::cli
