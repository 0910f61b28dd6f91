#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace schiri::rating {

/// What decides between players of equal points (FIDE C.07, in force from 1 March 2026).
enum class TieBreakId : std::uint8_t {
  direct_encounter,     ///< article 6
  wins,                 ///< 7.1, also without a game
  won,                  ///< 7.2, at the board
  black_games,          ///< 7.3
  black_won,            ///< 7.4
  progressive,          ///< 7.5
  buchholz,             ///< 8.1
  buchholz_cut1,        ///< 14.1
  buchholz_cut2,        ///< 14.2
  buchholz_median1,     ///< 14.3
  buchholz_median2,     ///< 14.4
  sonneborn_berger,     ///< 9.1
  sonneborn_cut1,       ///< 14.1
  koya,                 ///< 9.2
  average_rating,       ///< 10.1
  average_rating_cut1,  ///< 14.1
  performance,          ///< 10.2
  board_count,          ///< 12.1, of teams as all that follow; the lower, the better
  game_points,          ///< 13.1
  sonneborn_mm,         ///< 13.2.1: opponents' match points times match points made
  sonneborn_mg,         ///< 13.2.2: opponents' match points times game points made
  sonneborn_gm,         ///< 13.2.3
  sonneborn_gg,         ///< 13.2.4
  sonneborn_mg_cut1,    ///< 14.1
  extended_direct,      ///< 13.3
  buchholz_games        ///< 8.1 by game points
};

struct TieBreakName {
  TieBreakId id;
  std::string_view code;   ///< FIDE's acronym: `BH-C1`
  std::string_view key;    ///< in tables: `buchholz_cut1`
  std::string_view title;  ///< for people: `Buchholz Cut-1`
};

/// All tie-breaks, in the order of the enumeration.
std::span<const TieBreakName> tie_break_names();
/// Is it of teams alone?
constexpr bool is_of_teams(TieBreakId id) { return id >= TieBreakId::board_count; }
const TieBreakName& name_of(TieBreakId id);
/// By its code, in any case, `/` for `-`.
std::optional<TieBreakId> find_tie_break(std::string_view name);

/// What a round brought a player, or several games against one opponent at once.
struct TieBreakRound {
  enum class Kind : std::uint8_t {
    played,
    forfeit_win,
    forfeit_loss,
    full_bye,       ///< by the pairing, or a whole point otherwise
    requested_bye,  ///< half a point or nothing: not there
    none            ///< nothing that counts: free in a round-robin, or not yet played
  };

  Kind kind = Kind::none;
  std::optional<std::size_t> opponent = {};
  double points = 0;
  double games = 1;  ///< of what was played
  double won = 0;
  double black_games = 0;
  double black_won = 0;
  double game_points = 0;  ///< of a match between teams, as is what follows
  double board_count = 0;  ///< the points made on each board times its number
};

/// An event as tie-breaks see it.
struct TieBreakField {
  std::vector<std::vector<TieBreakRound>> players;  ///< by player, by round
  std::vector<std::optional<int>> ratings = {};     ///< by player; empty if no player has one
  /// Article 16, for pairings by points: rounds without a game are played against a dummy.
  /// Otherwise (15.2) games lost or won without playing count as games.
  bool is_swiss = false;
  double win = 1;     ///< what a win is worth in `points`, twice a draw; 2 where teams play
  double boards = 0;  ///< of a match between teams
};

/// The points of each: the sum over the rounds.
std::vector<double> points_of(const TieBreakField& field);

/// A line of a standing.
struct RankedPlayer {
  std::size_t player = 0;
  std::size_t place = 0;  ///< from 1; equal in everything, equal in place
  /// In the order of the list; nothing where a tie-break says nothing: a direct encounter of
  /// players who have not met, ratings of nobody.
  std::vector<std::optional<double>> values = {};
};

/// Orders players by `merit`, one figure each, the larger first, then by the list (4.2). Those
/// equal in all share a place and stay in the order of their numbers. A direct encounter is of
/// those who are equal when it comes: if all of them have met, by the points they made against each
/// other (on average, where two met more often, and again among those still equal); else only who
/// is ahead whatever the missing games would bring (6.3). Its value is the points made.
std::vector<RankedPlayer> rank(const TieBreakField& field, std::span<const double> merit,
                               std::span<const TieBreakId> list);

/// FIDE's table 8.1.1: the rating difference for this share of the points.
int rating_difference(double share);

}  // namespace schiri::rating
