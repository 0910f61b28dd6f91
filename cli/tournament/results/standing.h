#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/models/bt.h"

namespace schiri::cli {

/// The standing of players who can be compared, best first.
struct Standing {
  int pool = 1;
  int pools = 1;
  std::vector<rating::RatedPlayer> players;
};

/// The standings of all pools, from `rate_bt`; each player is compared with the next one.
std::vector<Standing> standings(const rating::GameCounts& counts, rating::PlayerOrder::By order);

/// The heading of a pool, `pool 1 of 2`; empty if there is only one.
std::string pool_heading(const Standing& standing);

/// Prints a table for each standing: rank, player, Elo with the error of the 95 % interval, LOS to
/// the next line, games, score, draws, and the points against each player if that fits into this
/// many columns. Pools have a heading each. Names are cut to `longest_name` columns.
void print_standings(std::ostream& out, const std::vector<Standing>& standings,
                     const rating::GameCounts& counts, std::size_t columns,
                     std::size_t longest_name = std::string::npos);

}  // namespace schiri::cli
