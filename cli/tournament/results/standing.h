#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/models/bt.h"

namespace schiri::cli {

/// What a standing of bots is ordered by.
enum class StandingOrder { rating, points };

/// A player's line of a standing.
struct StandingLine {
  rating::RatedPlayer player;
  /// Likelihood of superiority over the player of the next line, from 0 to 1.
  std::optional<double> superiority;
};

/// The standing of players who can be compared.
struct Standing {
  int pool = 1;
  int pools = 1;
  std::vector<StandingLine> lines;
};

/// The standings of all pools, from `rate_bt`.
std::vector<Standing> standings(const rating::GameCounts& counts, const rating::BtOptions& options,
                                StandingOrder order);

/// Prints a table for each standing: rank, player, Elo with the error of the 95 % interval, LOS to
/// the next line, games, score, draws, and the points against each player if that fits into this
/// many columns. Pools have a heading each.
void print_standings(std::ostream& out, const std::vector<Standing>& standings,
                     const rating::GameCounts& counts, std::size_t columns);

}  // namespace schiri::cli
