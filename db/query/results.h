#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/game.h"
#include "db/games/store.h"
#include "db/position_index/position_index.h"
#include "db/query/game_filter.h"

namespace schiri::db {

/// A player and the sum of its results.
struct PlayerRow {
  std::string name;
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::string first_date;  ///< of the games with known dates; empty if there are none
  std::string last_date;
};

/// Games of one kind with one kind of end.
struct EndingRow {
  std::string game;
  std::string variant;
  std::string result;
  std::string how;  ///< as sql_of_ending_name()
  std::uint64_t games = 0;
  std::uint64_t shortest = 0;  ///< in turns
  std::uint64_t longest = 0;
  double average = 0;
};

/// The finished games of a player against an opponent, from the player's side.
struct MeetingRow {
  std::string game;
  std::string variant;
  std::string player;
  std::string opponent;
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::uint64_t games_as_white = 0;
  double points_as_white = 0;
  std::string last_date;
};

/// The games of a player with one kind of end.
struct PlayerEndingRow {
  std::string player;
  std::string how;  ///< the reason by the rules, otherwise the termination, otherwise empty
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
};

/// Players by name; those without a game of the filter only if the filter is empty. `limit`,
/// `offset` and `sort` are ignored here and below.
void visit_players(const Store& store, const GameFilter& filter,
                   const std::function<bool(const PlayerRow&)>& visitor);

/// The games of an event.
struct EventGames {
  std::uint64_t games = 0;
  std::uint64_t players = 0;
  std::string first_date;  ///< as of PlayerRow
  std::string last_date;
  std::string winner;  ///< who made the most points; empty if several did or a game is unfinished
};

/// The games of the filter in each event that has any, by the event's id.
std::map<std::int64_t, EventGames> games_of_events(const Store& store, const GameFilter& filter);

/// By game, variant and number of games.
void visit_endings(const Store& store, const GameFilter& filter,
                   const std::function<bool(const EndingRow&)>& visitor);

/// Each pair once for each of the two players, or only the first of the filter's players as
/// `player`; by game, variant, player, most games first.
void visit_meetings(const Store& store, const GameFilter& filter,
                    const std::function<bool(const MeetingRow&)>& visitor);

/// The number of games that two players have in common: the same turns on the same date with the
/// same opponent and colours, in any event. Such names may belong to one player.
std::uint64_t duplicate_games(const Store& store, const std::string& player,
                              const std::string& other);

/// By player and ending, for finished games.
void visit_player_endings(const Store& store, const GameFilter& filter,
                          const std::function<bool(const PlayerEndingRow&)>& visitor);

// --- the turns from a position

/// A turn that games played from a position; empty: the game ended there.
struct OpeningTurn : TurnSum {
  std::string year;       ///< of the games; empty if unknown or not asked for
  double rating_sum = 0;  ///< of the rated players that chose it
  std::uint64_t rated = 0;

  std::uint64_t finished() const { return white_wins + draws + black_wins; }
};

/// Players' ratings by name.
using RatingsByName = std::unordered_map<std::string, double>;

/// Groups the turns of a position.
enum class OpeningsBy : std::uint8_t { nothing, year };

/// The turns from a position, most played first, then by turn; in groups, the earliest year first
/// and the unknown one last. A game counts once, for its first
/// visit. `mover`: the side to move in the position. `limit`, `offset` and `sort` of the filter are
/// ignored.
std::vector<OpeningTurn> openings(const Store& store, const PositionGoal& goal, Side mover,
                                  const GameFilter& filter, const RatingsByName& ratings = {},
                                  OpeningsBy by = OpeningsBy::nothing);

}  // namespace schiri::db
