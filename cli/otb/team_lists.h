#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/print/json.h"
#include "cli/print/vocabulary.h"
#include "core/otb/event.h"

namespace schiri::cli {

/// Rows of a table on teams.
struct TeamRows {
  std::vector<std::string> keys;
  std::vector<std::vector<Json>> rows;
};

/// The matches of a round, each with its games below it, and who has none.
TeamRows match_rows(const otb::Event& event, std::uint64_t round, const Vocabulary& words);
/// Everybody of all teams after these rounds: by the numbers of boards, in a Scheveningen all
/// together, by points.
TeamRows player_rows(const otb::Event& event, std::uint64_t rounds);

/// `2.5-1.5`, as far as games have results; empty where none has.
std::string match_score_text(const otb::Board& match);

}  // namespace schiri::cli
