#pragma once

#include <compare>
#include <span>
#include <string_view>

namespace schiri::rating {

/// What decides between players of equal points, in this order, the larger first. All of it in
/// points, from the player's side.
struct TieBreaks {
  /// Points made against those who have equally many points.
  double direct_encounter = 0;
  /// Sum over the opponents of points made against them times all their points.
  double sonneborn_berger = 0;
  /// Sum over all games of the opponent's points.
  double buchholz = 0;
  /// Games won.
  double wins = 0;

  /// Adds games against an opponent: the points made in them, how many they are and how many were
  /// won.
  void add(double own_points, double opponent_points, double made, double games, double won);

  friend auto operator<=>(const TieBreaks&, const TieBreaks&) = default;
};

/// A tie-break that tables show.
struct TieBreak {
  std::string_view key;           ///< in tables of games: `direct_encounter`
  std::string_view heading;       ///< in cross tables in text
  std::string_view standing_key;  ///< in standings of events of people
  double TieBreaks::*value;
};

/// All that are shown; wins stand beside the other results.
std::span<const TieBreak> tie_breaks();

}  // namespace schiri::rating
