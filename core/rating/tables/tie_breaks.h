#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/message.h"

/// Tie-breaks (FIDE C.07, in force from 1 March 2026) on the rounds of an event or the games of a
/// table. Used by cross tables and over-the-board events.
namespace schiri::rating {

/// A tie-break of the table in tie_breaks.cpp, by FIDE's acronym: `BH-C1`.
struct TieBreakId {
  constexpr TieBreakId() = default;
  /// Of a literal, as in `id == "BH-C1"`.
  consteval TieBreakId(const char* literal) : code(literal) {}  // NOLINT: implicit
  constexpr explicit TieBreakId(std::string_view of_table) : code(of_table) {}

  std::string_view code;

  friend bool operator==(TieBreakId, TieBreakId) = default;
};

class TieBreakSums;  // tie_breaks.cpp

/// A row of the table.
struct TieBreak {
  enum class Kind : std::uint8_t {
    points,
    whole,  ///< games or a rating, without decimals
  };

  std::string_view code;  ///< FIDE's acronym: `BH-C1`
  std::string_view key;   ///< in tables: `buchholz_cut1`
  Pattern title;          ///< for people: `Buchholz Cut-1`
  bool needs_rounds;      ///< it does not fit tables of games, which have no rounds
  Kind kind;
  /// The figure of a player by which tied players are ordered, nullopt if it does not apply; null
  /// for the direct encounter, which orders a whole group.
  std::optional<double> (*value)(const TieBreakSums& sums, std::size_t player);

  TieBreakId id() const { return TieBreakId(code); }
};

/// All tie-breaks, in the order in which they are listed.
std::span<const TieBreak> all_tie_breaks();
const TieBreak& tie_break(TieBreakId id);
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
  double won = 0;    ///< games
  double drawn = 0;  ///< games
};

/// An event in the form of the tie-breaks.
struct TieBreakField {
  std::vector<std::vector<TieBreakRound>> players;  ///< by player, by round
  std::vector<std::optional<int>> ratings = {};     ///< by player; empty if no player has one
  /// Article 16, for pairings by points: rounds without a game are played against a dummy.
  /// Otherwise (15.2) games lost or won without playing count as games.
  bool is_swiss = false;
  double win = 1;     ///< the points of a win in `points`
  double draw = 0.5;  ///< those of a draw
};

/// The points of each: the sum over the rounds.
std::vector<double> points_of(const TieBreakField& field);

/// A line of a standing.
struct RankedPlayer {
  std::size_t player = 0;
  std::size_t place = 0;  ///< from 1; tied players share a place
  /// In the order of the list; nullopt if a tie-break does not apply: a direct encounter of players
  /// that have not met, unknown ratings.
  std::vector<std::optional<double>> values = {};
};

/// Orders players by their primary scores, the larger first, then by the list (4.2). Those
/// equal in all share a place and stay in the order of their numbers. The direct encounter compares
/// the players still tied: if all of them have met, by the points against each other (on average,
/// if two met more often, and again among those still tied); otherwise only a player ahead whatever
/// the missing games bring is separated (6.3). Its value is the points by which it orders.
std::vector<RankedPlayer> rank(const TieBreakField& field, std::span<const double> primary_scores,
                               std::span<const TieBreakId> list);

/// FIDE's table 8.1.1: the rating difference for these half points of so many games, at least one.
/// The share is rounded to whole percent, halves up.
int rating_difference(int half_points, int games);

}  // namespace schiri::rating
