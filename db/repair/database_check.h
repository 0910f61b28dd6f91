#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "db/games/progress.h"
#include "db/games/store.h"

/// Whole databases: checking one, saving what is left of a damaged one, backup, reclaiming space.
/// Commands use it; it uses every other room of the database, and reads a damaged file's pages
/// without SQLite.
namespace schiri::db {

/// One thing that is wrong with a database.
struct Inconsistency {
  /// `file` (its structure is damaged), `schema` (a table, view, index or trigger is missing or
  /// another one), `reference` (a row refers to one that is not there), `event` (its plan, numbers
  /// or ids of its games), `name` (of a player or an event, with characters that no record holds),
  /// `double` (another game is of the same event, round, board and players), `quarantine` (its
  /// findings), `game` (replayed, it is not what its row says), `positions` (the index of positions
  /// against the games).
  std::string kind;
  std::int64_t game = 0;  ///< id, 0 if the problem is not that of one game
  std::string message;
};

struct CheckReport {
  std::uint64_t games = 0;  ///< replayed
  std::uint64_t problems = 0;
};

/// Checks everything that can be wrong: SQLite's own check of the file, references, events, every
/// game replayed by `threads` and compared with its row. The visitor gets each problem and returns
/// whether to go on.
CheckReport check(const Store& store, unsigned threads,
                  const std::function<bool(const Inconsistency&)>& visitor,
                  const Progress& progress = nullptr);

}  // namespace schiri::db
