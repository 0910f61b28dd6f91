#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/rating/games/counts.h"
#include "core/tournament/openings.h"
#include "core/tournament/schedule.h"
#include "notation/records/record.h"
#include "notation/text/table.h"

/// Where the difference between two players is: their games against each other by phase, colour and
/// opening, and the pairs of games whose turns differ first. Used after tests and in the report.
namespace schiri {

/// A phase of the games, by turns: a third of the games ends in each.
struct PhaseRow {
  std::size_t phase = 0;  ///< 0: opening, 1: middle, 2: end
  std::size_t from = 1;
  std::size_t to = 0;
  rating::Wdl results;  ///< of the games that ended in it
  /// Of both players, of turns in it; nullopt if none is known, seconds also without clocks.
  std::array<std::optional<double>, 2> seconds = {}, depth = {};
};

struct ColourRow {
  Side side = Side::white;
  rating::Wdl results;
};

struct OpeningGroup {
  std::string opening;  ///< the first turns, after the start if it is a position or roll
  rating::Wdl results;
  rating::Wdl of_white;

  /// Have nearly all games, nine of ten of at least six, one result for White?
  bool is_dead() const;
};

/// A decided pair of games from one opening, and the position in which the players chose different
/// turns.
struct PartingRow {
  std::string round;
  std::size_t turn_number = 0;  ///< of both players' turns, from 1
  Side side = Side::white;
  std::string turn, opponent_turn;
  std::int64_t id = 0, opponent_id = 0;  ///< the games with these turns
  int half_points = 0;                   ///< of the first player in both games
};

const Columns<PhaseRow>& phase_columns();
const Columns<ColourRow>& colour_columns();
const Columns<OpeningGroup>& opening_columns();
const Columns<PartingRow>& parting_columns();

/// All figures are from the first player's side.
class Comparison {
 public:
  /// Indices into the tournament's players. `is_timed`: games depend on clocks; if not, times would
  /// only make equal tournaments look different.
  Comparison(std::size_t first, std::size_t second, bool is_timed)
      : players_{first, second}, is_timed_(is_timed) {}

  /// Adds a game with a result, in the order of numbers; others are ignored. `id`: of its record.
  void add(const ScheduledGame& scheduled, std::int64_t id, const Record& record, Side began,
           const Opening& opening);

  std::uint64_t games() const { return games_.size(); }
  std::vector<PhaseRow> phases() const;
  std::vector<ColourRow> colours() const;
  /// Games grouped by as many turns of their openings as leave six games to a group on average, the
  /// weakest first; none if that is one group.
  std::vector<OpeningGroup> openings() const;
  /// The first twenty by their turns, then in the order of play.
  std::vector<PartingRow> partings() const;
  /// The four tables with titles and notes, without empty ones; at most so many rows in each.
  std::vector<Table> tables(std::size_t most_rows) const;
  Json json() const;

 private:
  struct Game {
    std::size_t length = 0;
    Side side = Side::white;
    int half_points = 0;
    std::vector<std::string> opening;  ///< start, turns
  };
  /// Sums over the turns of a player with one number.
  struct TurnSums {
    double seconds = 0, depth = 0;
    std::uint64_t timed = 0, searched = 0;
  };
  struct Leg {
    std::vector<std::string> turns;
    std::int64_t id = 0;
    Side side = Side::white;
    int half_points = 0;
  };

  void add_turns(const Record& record, Side side, Side began);
  void add_pair(const ScheduledGame& scheduled, const Leg& one, const Leg& other, Side began);
  std::vector<OpeningGroup> openings_of(std::size_t turns) const;

  std::array<std::size_t, 2> players_;
  bool is_timed_;
  std::vector<Game> games_;
  std::array<std::vector<TurnSums>, 2> turns_;  ///< by player and turn
  std::map<std::uint64_t, Leg> waiting_;        ///< by the number of a pair's first game
  std::vector<PartingRow> partings_;
  std::uint64_t pairs_ = 0, equal_pairs_ = 0;
};

}  // namespace schiri
