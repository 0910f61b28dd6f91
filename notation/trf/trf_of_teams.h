#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/otb/event.h"
#include "notation/trf/trf_writer.h"

namespace schiri::otb {

/// The line on the colours of the boards.
void print_trf_team_head(std::ostream& out, const Event& event);
/// The lines on teams after those of their players, whose starting numbers are given in the order
/// of people(): each team (013 and 310), unusual lineups, byes, and matches without a game.
void print_trf_teams(std::ostream& out, const Event& event, const std::vector<std::size_t>& numbers,
                     TrfFormat format);

}  // namespace schiri::otb
