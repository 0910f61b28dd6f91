#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "db/games/store.h"

namespace schiri::db {

/// A player and the results of some games.
struct PlayerRow {
  std::string name;
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::string first_date;  ///< as far as it is known, else empty
  std::string last_date;
};

/// Games that ended alike.
struct EndingRow {
  std::string game;
  std::string variant;
  std::string result;
  std::string how;  ///< the rules' word, else the termination; empty if neither is known
  std::uint64_t games = 0;
  std::uint64_t shortest = 0;  ///< in turns
  std::uint64_t longest = 0;
  double average = 0;
};

/// The games of a player against an opponent, from the player's side; unfinished ones left out.
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

/// How a player's games ended that ended alike.
struct PlayerEndingRow {
  std::string player;
  std::string how;  ///< as in EndingRow
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
};

/// A game that a player lost by a failure of its own.
struct FailureGameRow {
  std::uint64_t number = 0;  ///< in its event
  std::string round;
  std::string white;
  std::string black;
  std::string player;       ///< who lost it
  std::string termination;  ///< as in a record
  std::string remark;       ///< one sentence
};

/// Players by name; those without a game of the filter only if it asks for nothing. `limit`,
/// `offset`, `sort` do not matter here.
void visit_players(const Store& store, const GameFilter& filter,
                   const std::function<bool(const PlayerRow&)>& visitor);

/// How many games of the filter events have, by their ids; those without any are left out.
std::map<std::int64_t, std::uint64_t> games_of_events(const Store& store, const GameFilter& filter);

/// By game, variant, and how many there are. `limit`, `offset`, `sort` of filters do not matter
/// here.
void visit_endings(const Store& store, const GameFilter& filter,
                   const std::function<bool(const EndingRow&)>& visitor);

/// Each pair once for each of the two players, or only the first of the filter's players as
/// `player`; by game, variant, player, most games first.
void visit_meetings(const Store& store, const GameFilter& filter,
                    const std::function<bool(const MeetingRow&)>& visitor);

/// How many games of one player another has as well: the same turns on the same date with the same
/// opponent and colours, in whatever event. Then the two may be one whose name is written in two
/// ways.
std::uint64_t double_games(const Store& store, const std::string& player, const std::string& other);

/// By player and ending, for finished games; `limit`, `offset`, `sort` do not matter here either.
void visit_player_endings(const Store& store, const GameFilter& filter,
                          const std::function<bool(const PlayerEndingRow&)>& visitor);

/// The games of an event that was played here which players have lost by a failure, by number.
std::vector<FailureGameRow> failure_games(const Store& store, const StoredEvent& event);

}  // namespace schiri::db
