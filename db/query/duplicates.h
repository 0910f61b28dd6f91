#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/games/store.h"

namespace schiri::db {

/// Two names of players or of events that probably mean one: some games differ in these names only.
struct DuplicateNames {
  std::string kind;  ///< `player` or `event`
  std::string name;  ///< the one to keep: of an event that was played here, or with more games
  std::string other;
  std::uint64_t games = 0;        ///< of `name`
  std::uint64_t other_games = 0;  ///< of `other`
  std::uint64_t duplicates = 0;   ///< pairs of games that differ in these names only
  std::uint64_t met = 0;          ///< games of the two players against each other
  std::int64_t id = 0;            ///< of a game of `name` that is also one of `other`
  std::int64_t other_id = 0;      ///< that game
  /// Players who have not met, or events of which at most one was played here, can be merged.
  bool is_mergeable = false;
};

/// The names by which games with the same turns, round, date, start and result differ, those with
/// most duplicates first. Games without turns, and two games that were played here, are never the
/// same; unknown names (`?`) are never another name. Of more than two equal games, each is compared
/// with the first. Throws StoreError.
std::vector<DuplicateNames> duplicate_names(const Store& store);

/// Two stored games that are equal except for tags that one of them does not know: event, date (or
/// a part of it), round or a player. Different results, boards and turns make different games.
struct TwinGames {
  std::int64_t id = 0;        ///< the one to keep: it knows more, or came first
  std::int64_t other_id = 0;  ///< it was not played here
  std::string game;           ///< `Club, 2026.03.14, round 1, Anna - Emil`
  std::string other;
  bool has_same_names = false;  ///< both know the same event, round and players
};

/// Each game that is a twin of one that knows more, with that one, by ids. Games without turns are
/// never twins. Throws StoreError.
std::vector<TwinGames> twin_games(const Store& store);

}  // namespace schiri::db
