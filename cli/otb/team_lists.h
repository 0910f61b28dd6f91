#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/print/json.h"
#include "cli/print/vocabulary.h"
#include "core/otb/event.h"

namespace schiri::cli {

/// The rows of a table of teams.
struct TeamRows {
  std::vector<std::string> keys;
  std::vector<std::vector<Json>> rows;
};

/// The matches of a round, each with its games below it, and the teams without a match.
TeamRows match_rows(const otb::Event& event, std::uint64_t round, const Vocabulary& words);
/// The players of all teams after these rounds by points: board by board, in a Scheveningen in one
/// list.
TeamRows player_rows(const otb::Event& event, std::uint64_t rounds);

/// `2.5-1.5`, of the games with results; empty without any.
std::string match_score_text(const otb::Board& match);

}  // namespace schiri::cli
