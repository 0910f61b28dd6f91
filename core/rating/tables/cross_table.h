#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rating/games/counts.h"
#include "core/rating/models/rating_list.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/tables/tie_breaks.h"

/// Final tables: cross tables (here) and FIDE's tie-breaks. Used by the commands that print tables
/// and by over-the-board events; uses rating/games, rating/models and rating/numerics.
namespace schiri::rating {

/// All games against one opponent, from the player's side.
struct CrossTableCell {
  /// Row of the opponent.
  std::size_t opponent = 0;
  Wdl results;
  /// The results of played games, and the number of these as White.
  Wdl played;
  std::uint64_t played_as_white = 0;
};

/// One player's line of a cross table; every figure is from the player's side.
struct CrossTableRow {
  std::string name;
  std::size_t place = 0;  ///< from 1
  Wdl results;
  /// The results of played games, the basis of the performance.
  Wdl played;
  /// Wins plus half the draws, plus the points of byes.
  double points = 0;
  /// Points for rounds without a game.
  double byes = 0;
  /// In the order of the table's tie-breaks; nullopt if one does not apply.
  std::vector<std::optional<double>> tie_breaks;
  /// The rating whose expected score against these opponents, with the colours that were played, is
  /// the score made; nullopt for a player with all points or none, see `performance_bound`, or
  /// without games.
  std::optional<double> performance;
  Bound performance_bound = Bound::none;
  /// Against each opponent met, in the order of the rows.
  std::vector<CrossTableCell> cells;
};

/// The default tie-breaks: direct encounter, Sonneborn-Berger, Buchholz.
std::span<const TieBreakId> usual_tie_breaks();

/// Can the tie-break be used without rounds, colours and ratings?
bool fits_cross_tables(TieBreakId id);

/// The cross table of one pool of players connected by games. Order: points and tie-breaks, each
/// descending, then name.
struct CrossTable {
  std::string game;
  std::string variant;
  int pool = 1;
  int pools = 1;
  std::string scale;
  std::vector<TieBreakId> tie_breaks;
  std::vector<CrossTableRow> rows;
  std::vector<Message> notes;
};

/// The basis of performances: a player's rating, and the result model of its list.
struct Strength {
  double rating = mean_rating;
  ResultModel model = {};
};

/// `strengths`: one for each player of `counts`; empty if all count as 1500 (std::invalid_argument
/// for another number of them, or for a rating that is not finite). `byes`: the points of each for
/// rounds without a game; empty if there were none. Pools with more players come first.
std::vector<CrossTable> cross_tables(const GameCounts& counts,
                                     std::span<const Strength> strengths = {},
                                     std::span<const double> byes = {},
                                     std::span<const TieBreakId> tie_breaks = usual_tie_breaks());

/// Cross tables with performances by `rate_bt`'s ratings.
std::vector<CrossTable> rated_cross_tables(
    const GameCounts& counts, std::span<const double> byes = {},
    std::span<const TieBreakId> tie_breaks = usual_tie_breaks());

/// The games of a row against another; all 0 if the two did not meet.
Wdl results_against(const CrossTableRow& row, std::size_t opponent);

}  // namespace schiri::rating
