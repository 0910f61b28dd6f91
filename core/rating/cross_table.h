#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rating/counts.h"
#include "core/rating/rating_list.h"

namespace schiri::rating {

/// One player's line of a cross table; every figure is from the player's side.
struct CrossTableRow {
  std::string name;
  Wdl results;
  /// Wins plus half the draws.
  double points = 0;
  /// Points made in the games among those who have equally many points.
  double direct_encounter = 0;
  /// Sum over the opponents of points made against them times all their points.
  double sonneborn_berger = 0;
  /// Sum over all games of the opponent's points.
  double buchholz = 0;
  /// The rating, in Elo, whose expected score against these opponents is the score made; nothing
  /// for a player who made all points or none, see `performance_bound`.
  std::optional<double> performance;
  Bound performance_bound = Bound::none;
  /// Against each player of the table, in the order of its rows.
  std::vector<Wdl> against;
};

/// The cross table of one pool of players connected by games. Order: points, direct encounter,
/// Sonneborn-Berger, Buchholz, wins, each descending, then name.
struct CrossTable {
  std::string game;
  std::string variant;
  int pool = 1;
  int pools = 1;
  std::string scale;
  std::vector<CrossTableRow> rows;
  std::vector<std::string> notes;
};

/// `ratings`: one for each player of `counts`, the opponents' strengths for the performance; empty
/// if all are to count as 1500. Pools with more players come first. Matrices take players squared
/// times 24 bytes.
std::vector<CrossTable> cross_tables(const GameCounts& counts,
                                     std::span<const double> ratings = {});

}  // namespace schiri::rating
