#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/print/json.h"
#include "cli/print/printed_list.h"
#include "core/otb/event.h"

namespace schiri::cli {

/// The rows of a table of teams.
struct TeamRows {
  std::vector<std::string> keys;
  std::vector<std::vector<Json>> rows;
};

/// The matches of a round, each with its games below it, and the teams without a match.
/// Readers see that a seat is empty.
TeamRows match_rows(const otb::Event& event, std::uint64_t round, const ListFormat& form);
/// The players of all teams after these rounds by points: board by board, in a Scheveningen in one
/// list.
TeamRows player_rows(const otb::Event& event, std::uint64_t rounds);

/// The half points of both teams in the games with results; unset without any.
std::optional<std::array<int, 2>> match_halves(const otb::Board& match);
/// `2.5-1.5`, of the games with results; empty without any.
std::string match_score_text(const otb::Board& match, const ListFormat& form);

}  // namespace schiri::cli
