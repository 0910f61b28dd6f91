#pragma once

// The standing of entrants and the scores of players in an over-the-board event.

// The cross table of an over-the-board event in the form of other cross tables, ranked by places.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/otb/event.h"
#include "core/rating/tables/cross_table.h"

namespace schiri::otb {

/// An entrant's row of a standing. Byes and forfeits have points and no game.
struct StandingRow {
  std::size_t entrant = 0;
  std::size_t place = 0;  ///< from 1; entrants still tied share a place
  double points = 0;      ///< of a team: match points
  /// In the order of the tie-breaks; unset if one does not apply to the entrant.
  std::vector<std::optional<double>> tie_breaks;
  int games = 0;             ///< of a team: matches
  int wins = 0;              ///< of the games
  bool is_annulled = false;  ///< withdrew early from a round-robin: its games count for no entrant
  int draws = 0;             ///< of the games
  double game_points = 0;    ///< of a team
};

/// The standing after this many rounds, by the event's tie-breaks; open games count nothing. In a
/// knockout entrants are ordered by how far they have come; equally far ones share a place unless
/// tie-breaks are given.
std::vector<StandingRow> standing(const Event& event, std::size_t rounds);
/// The standing by other tie-breaks. Throws EventError for tie-breaks of teams if no teams play.
std::vector<StandingRow> standing(const Event& event, std::size_t rounds,
                                  std::span<const rating::TieBreakId> tie_breaks);

/// The game points of a team for a bye: those of a match won, drawn or lost, by its match points.
double bye_game_points(const Event& event, ByeKind kind);

/// A player's score in the games at the board.
struct PlayerScore {
  std::size_t player = 0;             ///< an index into players() of teams.h
  double points = 0;                  ///< 1, 1/2 and 0, forfeits included
  int games = 0;                      ///< played ones
  int wins = 0;                       ///< of the games
  std::optional<double> performance;  ///< by the ratings of the opponents
};

/// The players' scores after this many rounds, in the order of players() of teams.h.
std::vector<PlayerScore> scores(const Event& event, std::size_t rounds);

/// The cross table after all rounds: places, points and tie-breaks of the standing. `names`: of the
/// entrants, in their order. Games of entrants that withdrew early from a round-robin do not count.
/// Throws EventError if teams play, or for tie-breaks of teams.
rating::CrossTable event_table(const EventHead& head, const Event& event,
                               std::span<const std::string> names,
                               std::span<const rating::TieBreakId> tie_breaks);

}  // namespace schiri::otb
