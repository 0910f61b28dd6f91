#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "db/games/record_row.h"
#include "db/games/store.h"
#include "db/query/game_filter.h"

/// Changes of a whole database that a user asks for: renaming, merging, deleting, undoing, and
/// merging another database. Commands show the plan of a change, then carry it out. This room uses
/// every other room of the database but `db/repair`.
namespace schiri::db {

/// A change that cannot be made as it was asked for. The message says why.
struct ChangeRefused : InputError {
  using InputError::InputError;
};

/// A change of what is stored, which describes itself before it is made.
class Change {
 public:
  virtual ~Change() = default;

  /// What the change would do to this database, in sentences without a full stop. Throws
  /// ChangeRefused.
  virtual std::vector<std::string> plan(Connection& connection) = 0;
  /// Makes the change, within a transaction, right after `plan`.
  virtual void apply(Store& store) = 0;
  /// Ids of the events, known from `plan`, that must not be played meanwhile: a process that plays
  /// an event keeps in memory what the change would change.
  virtual std::vector<std::int64_t> events() const { return {}; }
};

/// Gives a player another name, also as a bot of events that were played here. The new name must
/// be free.
std::unique_ptr<Change> rename_player(std::string from, std::string to);

/// Makes the games of other players those of one player. Refused if two of them have met. Games
/// that are then stored twice are kept once.
std::unique_ptr<Change> merge_players(std::string player, std::vector<std::string> others);

/// Gives an event another name, also in its plan if it was played here. The new name must be free.
std::unique_ptr<Change> rename_event(std::string from, std::string to);

/// Removes an event with its games, and players that have no others.
std::unique_ptr<Change> delete_event(std::string name);

/// Removes the lists of ratings that are kept under a name: those of a game and variant, or all
/// where these are empty.
std::unique_ptr<Change> delete_list(std::string name, Kind kind);

/// Removes games, and players and events that have no others. A game of an event that was played
/// here is played again when the event goes on; refused where others depend on it.
std::unique_ptr<Change> delete_games(std::vector<std::int64_t> ids);

/// Puts a record in the place of a game. Refused for a game of an event that was played here.
std::unique_ptr<Change> replace_game(std::int64_t id, RecordRow row);

/// Removes what came with an import, the last one if none is named: games, broken records, and
/// players and events that have no other games. Games that it has corrected are again what they
/// were, records that it took out of the quarantine come back.
std::unique_ptr<Change> undo_import(std::optional<std::int64_t> id);

/// What the change would do.
std::vector<std::string> plan(const Store& store, Change& change);

/// Makes the change in one transaction. Throws StoreError, and changes nothing, if its plan is no
/// longer `planned` or an event that it changes is being played.
void carry_out(Store& store, Change& change, const std::vector<std::string>& planned);

}  // namespace schiri::db
