#pragma once

#include <functional>
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

class Edit;

/// A change of the stored data, to be made within a transaction. Throws ChangeRefused.
using Change = std::function<void(Edit&)>;

/// Whether the old name becomes an alias, so that later games that come with it are stored under
/// the new one.
enum class Remember { yes, no };

/// Give a player or an event another name, also in the plans of events that were played here. The
/// new name must be free, and no alias of another.
Change rename_player(std::string from, std::string to, Remember remember = Remember::yes);
Change rename_event(std::string from, std::string to, Remember remember = Remember::yes);

/// Merge players or events into one. A stored list with both players keeps both lines, one under
/// its published name. Refused if two of the players have met, or if one of the other events was
/// played here. Games that become duplicates are kept once.
Change merge_players(std::string name, std::vector<std::string> others,
                     Remember remember = Remember::yes);
Change merge_events(std::string name, std::vector<std::string> others,
                    Remember remember = Remember::yes);

/// Makes names aliases of a player or an event (`kind`: `player` or `event`, as below), which must
/// be stored. They must be free: no names of stored players or events, of planned bots, or aliases
/// of others.
Change add_aliases(std::string kind, std::string name, std::vector<std::string> aliases);
/// Removes aliases: later games that come with such a name are stored under it again. Stored games
/// keep their names.
Change delete_aliases(std::string kind, std::vector<std::string> aliases);

/// Removes an event with its games, and players without other games.
Change delete_event(std::string name);

/// Removes the stored rating lists of a name: those of a game and variant, or all if these are
/// empty.
Change delete_list(std::string name, Kind kind);

/// Removes games, and players and events without other games. A game of an event that was played
/// here is played again when the event is resumed; refused if others depend on it.
Change delete_games(std::vector<std::int64_t> ids);

/// Replaces a game by a record. Refused for a game of an event that was played here.
Change replace_game(std::int64_t id, RecordRow row);

/// Undoes an import or a merge, by default the last one: removes its games and broken records, and
/// players and events without other games; restores the games that it has corrected and the records
/// that it took out of quarantine; removes tournaments, lists and aliases that a merge has added.
/// Refused for a merge that added games to a tournament that was stored before.
Change undo_import(std::optional<std::int64_t> id);

/// The effects of a change on this database, in sentences without a full stop: it is made and
/// rolled back.
std::vector<std::string> plan(Store& store, const Change& change);

/// Makes the change in one transaction. Throws StoreError, and changes nothing, if its effects are
/// no longer `planned` or an event that it changes is being played.
void carry_out(Store& store, const Change& change, const std::vector<std::string>& planned);

}  // namespace schiri::db
