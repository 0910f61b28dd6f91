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

}  // namespace schiri::db
