#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "core/base/message.h"
#include "db/games/store.h"

/// Whole databases: check, salvage of damaged ones, backup, reclaiming space. Commands use it; it
/// uses every other room of the database, and reads a damaged file's pages without SQLite.
namespace schiri::db {

/// A problem of a database.
struct Inconsistency {
  /// `file` (its structure is damaged), `schema` (a table, view, index or trigger is missing or
  /// different), `reference` (a row refers to a missing one), `event` (its plan, numbers or ids of
  /// its games), `name` (of a player or an event, with characters that no record can have), `alias`
  /// (of another alias, or a name that has a row), `duplicate` (another game has the same event,
  /// round, board and players), `quarantine` (its findings), `game` (its replay differs from its
  /// row), `positions` (the index of positions against the games).
  std::string kind;
  std::int64_t game = 0;  ///< id, 0 if the problem does not concern one game
  Message message;
};

struct CheckReport {
  std::uint64_t games = 0;  ///< replayed
  std::uint64_t problems = 0;
  /// Games that were not replayed, as their rules are unknown here, by the names of the games.
  std::map<std::string, std::uint64_t> unknown = {};
};

/// Checks a database completely: SQLite's own check of the file, references, events, and every
/// game, replayed on `threads` threads and compared with its row. The visitor gets each problem and
/// returns whether to go on.
CheckReport check(const Store& store, unsigned threads,
                  const std::function<bool(const Inconsistency&)>& visitor,
                  const Progress& progress = nullptr);

}  // namespace schiri::db
