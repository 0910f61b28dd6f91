#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

/// FIDE's tie-breaks on the rounds of an event or the games of a table. Used by cross tables and
/// over-the-board events.
namespace schiri::rating {

/// The tie-breaks (FIDE C.07, in force from 1 March 2026).
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
  rounds_elected,       ///< 7.6
  standard_points,      ///< 7.7
  pairing_number,       ///< 7.8, lower is better
  average_buchholz,     ///< 8.2
  fore_buchholz,        ///< 8.3
  fore_buchholz_cut1,   ///< 14.1
  perfect_performance,  ///< 10.3
  average_performance,  ///< 10.4
  average_perfect,      ///< 10.5
  own_rating,           ///< 10.6
  lots,                 ///< 4.2: drawing of lots, set by hand; lower is better
  board_count,          ///< 12.1, of teams as are all below; lower is better
  game_points,          ///< 13.1
  sonneborn_mm,         ///< 13.2.1: opponents' match points times match points made
  sonneborn_mg,         ///< 13.2.2: opponents' match points times game points made
  sonneborn_gm,         ///< 13.2.3
  sonneborn_gg,         ///< 13.2.4
  sonneborn_mg_cut1,    ///< 14.1
  extended_direct,      ///< 13.3
  buchholz_games,       ///< 8.1 by game points
  top_boards,           ///< 12.2
  bottom_boards,        ///< 12.3
  direct_count_top,     ///< 13.3.2: extended direct encounter, then 12.1 and 12.2
  direct_count_bottom,  ///< 12.1 and 12.3
  direct_top,           ///< 12.2
  direct_bottom,        ///< 12.3
  schedule_strength     ///< 13.4
};

struct TieBreakName {
  TieBreakId id;
  std::string_view code;  ///< FIDE's acronym: `BH-C1`
  std::string_view key;   ///< in tables: `buchholz_cut1`
  Pattern title;          ///< for people: `Buchholz Cut-1`
};

/// All tie-breaks, in the order of the enumeration.
std::span<const TieBreakName> tie_break_names();
/// Is it a tie-break of teams?
constexpr bool is_of_teams(TieBreakId id) { return id >= TieBreakId::board_count; }
const TieBreakName& name_of(TieBreakId id);
/// By its code, in any case, `/` for `-`.
std::optional<TieBreakId> find_tie_break(std::string_view name);

/// The result of a round for a player, or of several games against one opponent.
struct TieBreakRound {
  enum class Kind : std::uint8_t {
    played,
    forfeit_win,
    forfeit_loss,
    full_bye,       ///< by the pairing, or a whole point otherwise
    requested_bye,  ///< half a point or none: absent
    none            ///< does not count: free in a round-robin, or not yet played
  };

  Kind kind = Kind::none;
  std::optional<std::size_t> opponent = {};  ///< the scheduled one, also of a game in progress
  double points = 0;
  double games = 1;  ///< results of played games
  double won = 0;    ///< games, as the members below
  double black_games = 0;
  double black_won = 0;
  double game_points = 0;                 ///< of a match between teams, as are the members below
  std::vector<double> board_points = {};  ///< from the first board on
  double drawn = 0;                       ///< games

  /// The games as 1, 1/2 and 0, whatever the points for them.
  double score() const { return won + drawn / 2; }
};

/// An event in the form of the tie-breaks.
struct TieBreakField {
  std::vector<std::vector<TieBreakRound>> players;  ///< by player, by round
  std::vector<std::optional<int>> ratings = {};     ///< by player; empty if no player has one
  /// Article 16, for pairings by points: rounds without a game are played against a dummy.
  /// Otherwise (15.2) games lost or won without playing count as games.
  bool is_swiss = false;
  double win = 1;                         ///< the points of a win in `points`
  double draw = 0.5;                      ///< those of a draw
  double boards = 0;                      ///< of a match between teams
  std::size_t planned_rounds = 0;         ///< 0 if unknown
  std::vector<std::size_t> numbers = {};  ///< pairing numbers by player; empty if unknown
  std::vector<std::optional<std::size_t>> lots = {};  ///< by player; empty if none were drawn
};

/// The points of each: the sum over the rounds.
std::vector<double> points_of(const TieBreakField& field);

/// A line of a standing.
struct RankedPlayer {
  std::size_t player = 0;
  std::size_t place = 0;  ///< from 1; tied players share a place
  /// In the order of the list; nullopt if a tie-break does not apply: a direct encounter of players
  /// that have not met, unknown ratings. Of top and bottom boards the figure that separates a
  /// group.
  std::vector<std::optional<double>> values = {};
};

/// Orders players by `merit`, one figure each, the larger first, then by the list (4.2). Those
/// equal in all share a place and stay in the order of their numbers. The direct encounter compares
/// the players still tied: if all of them have met, by the points against each other (on average,
/// if two met more often, and again among those still tied); otherwise only a player ahead whatever
/// the missing games bring is separated (6.3). Its value is the points by which it orders.
std::vector<RankedPlayer> rank(const TieBreakField& field, std::span<const double> merit,
                               std::span<const TieBreakId> list);

/// FIDE's table 8.1.1: the rating difference for this share of the points.
int rating_difference(double share);
/// FIDE's table 8.1.2, in hundredths: the expected score for a difference of ratings.
int expected_hundredths(int difference);

}  // namespace schiri::rating
