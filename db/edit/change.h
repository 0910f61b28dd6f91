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

/// A change that cannot be made as requested. The message has the reason.
struct ChangeRefused : InputError {
  using InputError::InputError;
};

/// A change of the stored data, which describes itself before it is made.
class Change {
 public:
  virtual ~Change() = default;

  /// The effects of the change on this database, in sentences without a full stop. Throws
  /// ChangeRefused.
  virtual std::vector<std::string> plan(Connection& connection) = 0;
  /// Makes the change, within a transaction, right after `plan`.
  virtual void apply(Store& store) = 0;
  /// Ids of the events, known from `plan`, that must not be played meanwhile: a process that plays
  /// an event keeps such data in memory.
  virtual std::vector<std::int64_t> events() const { return {}; }
};

/// Whether the old name becomes an alias, so that later games that come with it are stored under
/// the new one.
enum class Remember { yes, no };

/// Gives a player another name, also as a bot of events that were played here. The new name must
/// be free, and no alias of another player.
std::unique_ptr<Change> rename_player(std::string from, std::string to,
                                      Remember remember = Remember::yes);

/// Merges players into one. Refused if two of them have met. Games that become duplicates are kept
/// once.
std::unique_ptr<Change> merge_players(std::string player, std::vector<std::string> others,
                                      Remember remember = Remember::yes);

/// Gives an event another name, also in its plan if it was played here. The new name must be free,
/// and no alias of another event.
std::unique_ptr<Change> rename_event(std::string from, std::string to,
                                     Remember remember = Remember::yes);

/// Merges events into one. Refused if one of the others was played here. Games that become
/// duplicates are kept once.
std::unique_ptr<Change> merge_events(std::string event, std::vector<std::string> others,
                                     Remember remember = Remember::yes);

/// Makes names aliases of a player or an event (`kind`), which must be stored. They must be free:
/// no names of stored players or events, of planned bots, or aliases of others.
std::unique_ptr<Change> add_aliases(std::string kind, std::string name,
                                    std::vector<std::string> aliases);
/// Removes aliases: later games that come with such a name are stored under it again. Stored games
/// keep their names.
std::unique_ptr<Change> delete_aliases(std::string kind, std::vector<std::string> aliases);

/// Removes an event with its games, and players without other games.
std::unique_ptr<Change> delete_event(std::string name);

/// Removes the stored rating lists of a name: those of a game and variant, or all if these are
/// empty.
std::unique_ptr<Change> delete_list(std::string name, Kind kind);

/// Removes games, and players and events without other games. A game of an event that was played
/// here is played again when the event is resumed; refused if others depend on it.
std::unique_ptr<Change> delete_games(std::vector<std::int64_t> ids);

/// Replaces a game by a record. Refused for a game of an event that was played here.
std::unique_ptr<Change> replace_game(std::int64_t id, RecordRow row);

/// Undoes an import, by default the last one: removes its games and broken records, and players and
/// events without other games; restores the games that it has corrected and the records that it
/// took out of quarantine.
std::unique_ptr<Change> undo_import(std::optional<std::int64_t> id);

/// The plan of a change: its effects in this database.
std::vector<std::string> plan(const Store& store, Change& change);

/// Makes the change in one transaction. Throws StoreError, and changes nothing, if its plan is no
/// longer `planned` or an event that it changes is being played.
void carry_out(Store& store, Change& change, const std::vector<std::string>& planned);

}  // namespace schiri::db
