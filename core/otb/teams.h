#pragma once

// Players and games at the tables: those of single players, or of the matches of teams.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/otb/event.h"

namespace schiri::otb {

/// A person at a table: an entrant, or a member of a team.
struct Player {
  std::string name;
  std::optional<int> rating;
  PlayerDetails details;
  std::size_t team = 0;    ///< if teams play: the team, an index into the entrants
  std::size_t number = 0;  ///< if teams play: the number within the team, from 1
};

/// All players: the entrants, or the members of all teams, one team after the other.
std::vector<Player> players(const Event& event);

/// A game at a table; players are indices into players().
struct TableGame {
  std::uint64_t match = 0;  ///< from 1; 0 if no teams play
  std::uint64_t board = 0;  ///< of the round, or of the match; from 1
  std::optional<std::size_t> white;
  std::optional<std::size_t> black;
  std::optional<BoardResult> result;

  /// `3`, or of the second match `2.3`.
  std::string table() const;
};

/// The games of a round that is paired, which counts from 1, in the order of the tables.
std::vector<TableGame> games(const Event& event, std::uint64_t round);

/// The rating by which an entrant is paired: its own, or the average of a team's best players, as
/// many as a match has boards.
std::optional<int> strength(const Event& event, std::size_t entrant);

/// The points of the two teams of a match, the first and the second.
struct MatchScore {
  int points[2] = {};                  ///< half points of all games
  int weighted[2] = {};                ///< half points, each times the number of its board
  std::vector<double> boards[2] = {};  ///< points on each board
  bool is_played = false;              ///< was any game played?
};

/// REQUIRES: all games have results.
MatchScore score_of(const Board& match);

/// Seats the players of two teams at the boards of a match, with alternating colours or by the
/// Scheveningen tables. Results of boards whose players stay are kept.
void seat_players(const Event& event, Board& match, std::uint64_t round);
/// Throws EventError if the games of a match from another source do not fit its teams.
void require_seated(const Event& event, const Board& match);
/// Sets the result of a match whose games all have one, and those of half-empty boards. In a
/// knockout a drawn match goes to the better board count (FIDE C.07, 12.1), if there is one.
void settle(const Event& event, Board& match);

/// The opponent and colour of a player of the first team in a round.
struct ScheveningenSeat {
  std::size_t opponent = 0;
  bool has_white = false;

  friend bool operator==(const ScheveningenSeat&, const ScheveningenSeat&) = default;
};

/// The Scheveningen system: in as many rounds as a team has players, each player meets each player
/// of the other team. The standard tables up to nine players, and similar ones for more: in round n
/// the first player meets the n-th, colours alternate, and every player has both colours equally
/// often, or one of them once more if the number is odd. All numbers count from 0; `player` and
/// `round` are less than `players`, which is at least 1.
ScheveningenSeat scheveningen_seat(std::size_t players, std::size_t round, std::size_t player);

}  // namespace schiri::otb
