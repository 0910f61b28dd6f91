#include "db/edit/change.h"

#include <algorithm>
#include <set>

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "db/edit/planned_bots.h"
#include "db/games/compact_movetext.h"
#include "db/games/game_inserter.h"
#include "db/games/name_ids.h"
#include "db/games/record_row.h"
#include "db/import/correction.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "db/tournament/tournament_lock.h"
#include "notation/text/printable.h"

namespace schiri::db {

using Ids = std::vector<std::int64_t>;

/// A change that is being made within a transaction, with the sentences that tell its effects.
class Edit {
 public:
  /// `locks`: whether events that change are kept from being played.
  Edit(Store& its_store, bool locks)
      : store(its_store), database(store.connection().database()), locks_events_(locks) {}

  Store& store;
  SQLite::Database& database;
  std::vector<std::string> sentences;

  void say(std::string sentence) { sentences.push_back(std::move(sentence)); }

  /// To be called before an event changes that was played here: a process that plays it keeps such
  /// data in memory. Throws StoreError if it is being played.
  void lock(std::int64_t event) {
    if (!locks_events_ || !locked_.insert(event).second) return;
    for (TournamentLock& lock : lock_events(store.connection(), {event})) {
      locks_.push_back(std::move(lock));
    }
  }

 private:
  bool locks_events_;
  std::set<std::int64_t> locked_;
  std::vector<TournamentLock> locks_;
};

namespace {

std::string quoted_name(const std::string& name) { return "'" + name + "'"; }

std::uint64_t count(SQLite::Database& database, const std::string& what) {
  return single_value(database, "SELECT count(*) FROM " + what).getCount();
}

Ids ids(SQLite::Database& database, const std::string& select_ids) {
  Ids found;
  Statement select(database, select_ids);
  while (select.executeStep()) found.push_back(select.id(0));
  return found;
}

std::optional<std::int64_t> find_id(SQLite::Database& database, const std::string& table,
                                    const std::string& name) {
  const std::vector<std::int64_t> ids = ids_of_name(database, table, name);
  return ids.empty() ? std::nullopt : std::optional(ids.front());
}

Message nearest_of(SQLite::Database& database, const std::string& table, const std::string& name) {
  NearestName nearest(name);
  Statement names(database, "SELECT name FROM " + table + " ORDER BY id");
  while (names.executeStep()) nearest.look_at(names.getColumn(0).view());
  return known_names(nearest);
}

/// `kind` is the table of a thing with a name: `player` or `event`.
std::string with_article(const std::string& kind) {
  return kind == "event" ? "an event" : "a " + kind;
}

/// The id of a player or an event. Throws ChangeRefused.
std::int64_t require_row(SQLite::Database& database, const std::string& kind,
                         const std::string& name) {
  if (const auto id = find_id(database, kind, name)) return *id;
  const auto other = name_of_alias(database, kind, name);
  throw ChangeRefused(joined(
      message("there is no {0} '{1}'", kind, name),
      other ? message("it is an alias of '{0}'", *other) : nearest_of(database, kind, name)));
}

/// Throws ChangeRefused if the name is an alias of another name than `name`.
void require_no_alias(SQLite::Database& database, const std::string& kind, const std::string& alias,
                      const std::string& name) {
  const auto other = name_of_alias(database, kind, alias);
  if (!other || is_same_name(*other, name)) return;
  throw ChangeRefused(
      message("'{0}' is an alias of '{1}'; 'schiri db delete-alias' makes it {2} of its own", alias,
              *other, with_article(kind)));
}

std::string alias_sentence(const std::string& alias, const std::string& name) {
  return "later games of " + quoted_name(alias) + " are stored as those of " + quoted_name(name);
}

/// Does a name that is replaced become an alias? Only one that a record can contain comes again.
bool leaves_alias(Remember remember, const std::string& from, const std::string& to) {
  return remember == Remember::yes && is_name(from) && !is_same_name(from, to);
}

void move_name(Edit& edit, const std::string& kind, const std::string& from, const std::string& to,
               Remember remember) {
  move_aliases(edit.database, kind, from, to);
  if (leaves_alias(remember, from, to)) add_alias(edit.database, kind, from, to);
}

/// A further condition on the table `player` that excludes players of a stored list.
constexpr const char* unless_listed =
    " AND NOT EXISTS (SELECT 1 FROM listed_player JOIN rating_list AS list ON list.id = list_id"
    " WHERE list.name NOT NULL AND player_id = player.id)";

/// Removes those of these players that no game and no other row names.
void remove_unused(SQLite::Database& database, const Ids& players) {
  database.exec("DELETE FROM player WHERE id IN " + id_list(players) +
                " AND NOT EXISTS (SELECT 1 FROM game WHERE white_id = player.id)"
                " AND NOT EXISTS (SELECT 1 FROM game WHERE black_id = player.id)" +
                unless_listed);
}

/// The columns of the table `game` with the names of a kind.
std::vector<std::string> columns_of(const std::string& kind) {
  return kind == "event" ? std::vector<std::string>{"event_id"}
                         : std::vector<std::string>{"white_id", "black_id"};
}

/// The condition that one of the columns of a table has one of these ids.
std::string in_any(const std::vector<std::string>& columns, const Ids& ids,
                   const std::string& table = "") {
  return join(columns, " OR ",
              [&](const std::string& column) { return table + column + " IN " + id_list(ids); });
}

std::uint64_t count_games(Edit& edit, const std::string& kind, std::int64_t id) {
  return count(edit.database, "game WHERE " + in_any(columns_of(kind), {id}));
}

/// Tells which bots of this name are renamed in the plans of events, which are not played
/// meanwhile.
void tell_bots(Edit& edit, const std::string& name) {
  for (const PlannedBot& bot : planned_bots(edit.database, name)) {
    edit.say("the bot " + quoted_name(name) + " in the plan of the event " +
             quoted_name(bot.event_name) + " is renamed as well");
    edit.lock(bot.event);
  }
}

/// Throws ChangeRefused.
void require_new_name(const std::string& from, const std::string& to) {
  if (!is_name(to))
    throw ChangeRefused(message("'{0}' is not a name that a record can contain", to));
  if (from == to) throw ChangeRefused(message("the two names are the same"));
}

/// Throws ChangeRefused if another row has the name already.
void require_unused(Edit& edit, const std::string& kind, std::int64_t id, const std::string& name) {
  const auto other = find_id(edit.database, kind, name);
  if (!other || *other == id) return;
  throw ChangeRefused(
      message("there is {0} '{1}' already; use 'schiri db merge-{2}s' to merge the two",
              with_article(kind), name, kind));
}

/// What a rename of either kind does before and after its own rows.
template <class OwnRows>
Change renaming(std::string kind, std::string from, std::string to, Remember remember,
                OwnRows own_rows) {
  return [=](Edit& edit) {
    const std::int64_t id = require_row(edit.database, kind, from);
    require_new_name(from, to);
    require_unused(edit, kind, id, to);
    require_no_alias(edit.database, kind, to, from);
    own_rows(edit, id, counted(count_games(edit, kind, id), "game"));
    if (leaves_alias(remember, from, to)) edit.say(alias_sentence(from, to));
    move_name(edit, kind, from, to, remember);
  };
}

/// Two games that are one after the names `others` of a kind become `one`.
struct Twins {
  std::int64_t kept = 0;     ///< the earlier one, or the later one if the earlier one has no number
  std::int64_t removed = 0;  ///< without a number
  bool played_here = false;  ///< the kept one, which stays as it is
};

/// Equal hashes do not prove equal turns.
std::vector<Twins> twins_of(SQLite::Database& database, const std::string& kind, const Ids& others,
                            std::int64_t one) {
  const std::vector<std::string> changing = columns_of(kind);
  std::string same_names;
  for (const std::string column : {"event_id", "white_id", "black_id"}) {
    const bool changes = std::count(changing.begin(), changing.end(), column) > 0;
    const auto now = [&](const std::string& game) {
      return changes ? "CASE WHEN " + game + column + " IN " + id_list(others) + " THEN " +
                           std::to_string(one) + " ELSE " + game + column + " END"
                     : game + column;
    };
    same_names += " AND " + now("b.") + " = " + now("a.");
  }
  Statement select(
      database,
      "SELECT min(a.id, b.id), max(a.id, b.id), ta.text, tb.text,"
      " (CASE WHEN a.id > b.id THEN a.number ELSE b.number END) IS NULL,"
      " (CASE WHEN a.id < b.id THEN a.number ELSE b.number END) IS NULL"
      " FROM game AS a JOIN game AS b ON b.hash = a.hash"
      " AND b.id <> a.id AND b.round = a.round AND b.date = a.date AND b.game = a.game"
      " AND b.variant = a.variant AND b.position IS a.position AND b.roll IS a.roll"
      " AND b.result = a.result"
      " JOIN movetext AS ta ON ta.game_id = a.id JOIN movetext AS tb ON tb.game_id = b.id"
      " WHERE (" +
          in_any(changing, others, "a.") + ")" + same_names + " GROUP BY 1, 2 ORDER BY 1, 2");
  std::vector<Twins> twins;
  while (select.executeStep()) {
    const std::int64_t first = select.id(0), later = select.id(1);
    const bool later_is_free = select.flag(4), first_is_free = select.flag(5);
    if (!same_turns(select.text(2), select.text(3))) continue;
    if (later_is_free) {
      twins.push_back({first, later, !first_is_free});
    } else if (first_is_free) {
      twins.push_back({later, first, true});
    }
  }
  return twins;
}

/// Removes the games that become duplicates. What such a game has more than the one that stays goes
/// over to it; where both tell something else, both stay.
void remove_twins(Edit& edit, const std::string& kind, const Ids& others, std::int64_t one) {
  Connection& connection = edit.store.connection();
  std::set<std::int64_t> removed, different;
  std::uint64_t completed = 0;
  for (const Twins& twins : twins_of(edit.database, kind, others, one)) {
    if (removed.contains(twins.kept) || removed.contains(twins.removed)) continue;
    const GameContent content = stored_content(connection, twins.kept);
    const auto both = content_of_both(content, stored_content(connection, twins.removed));
    if (!both || (twins.played_here && *both != content)) {
      different.insert(twins.removed);
      continue;
    }
    if (*both != content) {
      store_content(connection, twins.kept, *both);
      ++completed;
    }
    removed.insert(twins.removed);
  }
  if (completed > 0) {
    edit.say(counted(completed, "game takes the comments or tags that only its duplicate has",
                     "games take the comments or tags that only their duplicates have"));
  }
  if (!removed.empty()) {
    edit.say(counted(removed.size(), "duplicate game is", "duplicate games are") + " removed");
    edit.database.exec("DELETE FROM game WHERE id IN " +
                       id_list(Ids(removed.begin(), removed.end())));
  }
  std::erase_if(different, [&](std::int64_t game) { return removed.contains(game); });
  if (!different.empty()) {
    edit.say(counted(different.size(), "duplicate game stays, since its comments or tags tell",
                     "duplicate games stay, since their comments or tags tell") +
             " something else");
  }
}

/// Moves the games of names to one.
void merge_games(Edit& edit, const std::string& kind, const Ids& others, std::int64_t one) {
  remove_twins(edit, kind, others, one);
  for (const std::string& column : columns_of(kind)) {
    edit.database.exec("UPDATE game SET " + column + " = " + std::to_string(one) + " WHERE " +
                       column + " IN " + id_list(others));
  }
}

void refuse_met(SQLite::Database& database, const Ids& players) {
  const std::string list = id_list(players);
  Statement select(database, std::string("SELECT white.name, black.name, count(*)") +
                                 from_named_games + " WHERE white_id IN " + list +
                                 " AND black_id IN " + list +
                                 " AND white_id <> black_id GROUP BY 1, 2 LIMIT 1");
  if (!select.executeStep()) return;
  throw ChangeRefused(message("'{0}' and '{1}' have met, so they are not one player",
                              select.text(0), select.text(1)));
}

void refuse_two_bots(SQLite::Database& database, const std::vector<std::string>& names) {
  std::set<std::int64_t> events;
  for (const std::string& name : names) {
    for (const PlannedBot& bot : planned_bots(database, name)) {
      if (events.insert(bot.event).second) continue;
      throw ChangeRefused(
          message("two of the players are bots of the event '{0}'", bot.event_name));
    }
  }
}

/// Named lists name the player that stays. In a list with several of these players the lines of the
/// others keep their names.
void merge_rows(Edit& edit, const Ids& others, std::int64_t player) {
  SQLite::Database& database = edit.database;
  const std::string ids = id_list(others), to_player = " SET player_id = " + std::to_string(player),
                    in_lists = " WHERE player_id IN " + ids +
                               " AND list_id IN (SELECT id FROM rating_list WHERE name NOT NULL)";
  database.exec("UPDATE OR IGNORE listed_player" + to_player + in_lists);
  const int kept = database.exec("UPDATE listed_player" + to_player +
                                 ", name = coalesce(listed_player.name, player.name) FROM player" +
                                 in_lists + " AND player.id = player_id");
  if (kept > 0) {
    edit.say(counted(static_cast<std::uint64_t>(kept), "line") +
             " of stored lists that have both players " + (kept == 1 ? "keeps its" : "keep their") +
             " name");
  }
  database.exec("DELETE FROM player WHERE id IN " + ids);
}

/// The ids of names that are to be merged into the one of `id`. Throws ChangeRefused.
Ids require_others(Edit& edit, const std::string& kind, std::int64_t id,
                   const std::vector<std::string>& names) {
  Ids others;
  for (const std::string& name : names) {
    const std::int64_t other = require_row(edit.database, kind, name);
    if (other == id || std::count(others.begin(), others.end(), other) > 0) {
      throw ChangeRefused(message("'{0}' is specified twice", name));
    }
    others.push_back(other);
  }
  return others;
}

/// Tells for each name that is merged whose its games become. `of`: what stands before the name.
void tell_merged(Edit& edit, const std::string& kind, const std::string& of,
                 const std::string& name, const std::vector<std::string>& other_names,
                 const Ids& others, Remember remember) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::string& other = other_names[i];
    edit.say(counted(count_games(edit, kind, others[i]), "game") + " of " + of +
             quoted_name(other) + " become those of " + quoted_name(name));
    if (kind == "player") tell_bots(edit, other);
    if (leaves_alias(remember, other, name)) edit.say(alias_sentence(other, name));
  }
}

void make_merge_of_events(Edit& edit, const std::string& name,
                          const std::vector<std::string>& other_names, Remember remember) {
  SQLite::Database& database = edit.database;
  const std::int64_t id = require_row(database, "event", name);
  edit.lock(id);
  const Ids others = require_others(edit, "event", id, other_names);
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (count(database, "event WHERE config NOTNULL AND id = " + std::to_string(others[i])) == 0) {
      continue;
    }
    throw ChangeRefused(
        message("the event '{0}' was played here: its plan defines its games", other_names[i]));
  }
  tell_merged(edit, "event", "the event ", name, other_names, others, remember);
  merge_games(edit, "event", others, id);
  database.exec("DELETE FROM event WHERE id IN " + id_list(others));
  for (const std::string& other : other_names) move_name(edit, "event", other, name, remember);
}

void make_merge_of_players(Edit& edit, const std::string& name,
                           const std::vector<std::string>& other_names, Remember remember) {
  SQLite::Database& database = edit.database;
  const std::int64_t id = require_row(database, "player", name);
  for (const PlannedBot& bot : planned_bots(database, name)) edit.lock(bot.event);
  const Ids others = require_others(edit, "player", id, other_names);
  tell_merged(edit, "player", "", name, other_names, others, remember);
  Ids players = others;
  players.push_back(id);
  refuse_met(database, players);
  std::vector<std::string> names = other_names;
  names.push_back(name);
  refuse_two_bots(database, names);
  merge_games(edit, "player", others, id);
  merge_rows(edit, others, id);
  for (const std::string& other : other_names) {
    rename_bots(database, other, name);
    move_name(edit, "player", other, name, remember);
  }
}

/// What was removed.
struct Removed {
  std::uint64_t games = 0;
  std::size_t players = 0;
  std::size_t events = 0;

  /// Adds a sentence about players and events that were removed with the games, if there are any.
  void tell_names(Edit& edit) const {
    if (players == 0 && events == 0) return;
    edit.say(counted(players, "player") + " and " + counted(events, "event") +
             " without other games are removed");
  }
};

/// Removes games, and players and events without other games. `games`: a condition on the table
/// `game`; `with_events`: tournaments, which are removed in any case.
Removed remove_games(Edit& edit, const std::string& games, const Ids& with_events = {}) {
  SQLite::Database& database = edit.database;
  const auto unless_in_other_games = [&](const std::string& which) {
    return " AND NOT EXISTS (SELECT 1 FROM game WHERE " + which + " AND NOT (" + games + "))";
  };
  const std::uint64_t game_count = count(database, "game WHERE " + games);
  const Ids events =
      ids(database, "SELECT id FROM event WHERE id IN " + id_list(with_events) +
                        " OR config IS NULL AND id IN (SELECT event_id FROM game WHERE " + games +
                        ")" + unless_in_other_games("event.id = event_id"));
  for (const std::int64_t event : with_events) edit.lock(event);
  for (const char* table : {"opening", "void_game", "event_span", "verdict"}) {
    database.exec(std::string("DELETE FROM ") + table + " WHERE event_id IN " +
                  id_list(with_events));
  }
  const Ids players =
      ids(database, "SELECT id FROM player WHERE id IN (SELECT white_id FROM game WHERE " + games +
                        " UNION SELECT black_id FROM game WHERE " + games + ")" +
                        unless_in_other_games("player.id = white_id") +
                        unless_in_other_games("player.id = black_id") + unless_listed);
  database.exec("DELETE FROM game WHERE " + games);
  database.exec("DELETE FROM event WHERE id IN " + id_list(events));
  database.exec("DELETE FROM player WHERE id IN " + id_list(players));
  return {game_count, players.size(), events.size()};
}

/// Throws ChangeRefused if a name cannot become an alias.
void require_free(Edit& edit, const std::string& kind, const std::string& name,
                  const std::string& alias) {
  require_new_name(name, alias);
  if (find_id(edit.database, kind, alias)) {
    throw ChangeRefused(message("there is {0} '{1}'; use 'schiri db merge-{2}s' to merge the two",
                                with_article(kind), alias, kind));
  }
  const auto bots = planned_bots(edit.database, alias);
  if (kind == "player" && !bots.empty()) {
    throw ChangeRefused(
        message("'{0}' is a bot of the event '{1}'", alias, bots.front().event_name));
  }
  require_no_alias(edit.database, kind, alias, name);
}

/// The name of a game in messages.
std::string described(Connection& connection, std::int64_t game) {
  const GameTitle title = title_of(connection, game);
  return "game " + std::to_string(game) + " (" + title.what + ", " + title.how + ")";
}

/// The event in which a game was played here, and its number.
struct GameNumber {
  std::int64_t event = 0;
  std::string event_name;
  std::uint64_t number = 0;
  bool decides = false;  ///< other games of the event depend on its result
};

std::optional<GameNumber> number_of(SQLite::Database& database, std::int64_t game) {
  Statement select(
      database,
      "SELECT event.id, event.name, game.number, coalesce(config ->> '$.system', ''),"
      " coalesce(config ->> '$.sprt', config ->> '$.until-error', config ->> '$.strikes')"
      " NOT NULL FROM game LEFT JOIN event ON event.id = event_id AND game.number NOT NULL"
      " WHERE game.id = ?",
      game);
  if (!select.executeStep()) {
    throw ChangeRefused(message("there is no game {0}; 'schiri db query games' lists them", game));
  }
  if (select.is_null(0)) return std::nullopt;
  const auto system = find_system(select.text(3));
  return GameNumber{select.id(0), select.text(1), select.count(2),
                    select.flag(4) || !system || !is_fixed(*system)};
}

/// Tells what happens when a game is removed. Throws ChangeRefused.
void tell_removed(Edit& edit, std::int64_t id) {
  const std::optional<GameNumber> number = number_of(edit.database, id);
  const std::string game = described(edit.store.connection(), id);
  if (!number) return edit.say(game + " is removed");
  if (number->decides) {
    throw ChangeRefused(
        message("{0} was played here, and other games of the event '{1}' depend on it; 'schiri "
                "db delete-event' removes all of them",
                game, number->event_name));
  }
  edit.lock(number->event);
  edit.say(game + " is removed; 'schiri tournament resume' plays it again, as number " +
           std::to_string(number->number) + " of the event " + quoted_name(number->event_name));
}

/// What a merge has added, by kind and name as in the table `merged`.
std::vector<std::string> merged_names(SQLite::Database& database, std::int64_t import,
                                      const std::string& kind) {
  std::vector<std::string> names;
  Statement select(database, "SELECT name FROM merged WHERE import_id = ? AND kind = ?", import,
                   kind);
  while (select.executeStep()) names.push_back(select.text(0));
  return names;
}

Ids merged_ids(SQLite::Database& database, std::int64_t import, const std::string& kind) {
  Ids ids;
  for (const std::string& name : merged_names(database, import, kind)) {
    if (const auto id = parse_number<std::int64_t>(name)) ids.push_back(*id);
  }
  return ids;
}

/// Throws ChangeRefused for a merge that added games to a tournament.
void refuse_completed(SQLite::Database& database, std::int64_t import) {
  for (const std::int64_t event : merged_ids(database, import, "completed event")) {
    Statement select(database, "SELECT name FROM event WHERE id = ?", event);
    if (!select.executeStep()) continue;
    throw ChangeRefused(
        message("import {0} merged games into the event '{1}', which was stored before; 'schiri db "
                "delete-event' removes all of it",
                import, select.text(0)));
  }
}

/// Removes the lists and aliases that a merge has added.
void remove_merged(Edit& edit, std::int64_t import) {
  const Ids lists = merged_ids(edit.database, import, "list");
  const int removed = edit.database.exec("DELETE FROM rating_list WHERE id IN " + id_list(lists));
  if (removed > 0) {
    edit.say(counted(static_cast<std::uint64_t>(removed), "rating list is", "rating lists are") +
             " removed");
  }
  std::uint64_t aliases = 0;
  for (const std::string kind : {"player", "event"}) {
    for (const std::string& alias : merged_names(edit.database, import, kind + " alias")) {
      if (!name_of_alias(edit.database, kind, alias)) continue;
      remove_alias(edit.database, kind, alias);
      ++aliases;
    }
  }
  if (aliases > 0) edit.say(counted(aliases, "alias is", "aliases are") + " removed");
}

}  // namespace

Change rename_player(std::string from, std::string to, Remember remember) {
  return renaming("player", from, to, remember,
                  [from, to](Edit& edit, std::int64_t id, const std::string& games) {
                    edit.say(quoted_name(from) + " becomes " + quoted_name(to) + " in " + games);
                    tell_bots(edit, from);
                    Statement(edit.database, "UPDATE player SET name = ? WHERE id = ?").run(to, id);
                    rename_bots(edit.database, from, to);
                  });
}

Change rename_event(std::string from, std::string to, Remember remember) {
  return renaming("event", from, to, remember,
                  [from, to](Edit& edit, std::int64_t id, const std::string& games) {
                    edit.lock(id);
                    edit.say("the event " + quoted_name(from) + " becomes " + quoted_name(to) +
                             ", with " + games);
                    // The event has its name in its plan as well, if it was played here.
                    Statement(
                        edit.database,
                        "UPDATE event SET name = ?1, config = json_replace(config, '$.event', ?1)"
                        " WHERE id = ?2")
                        .run(to, id);
                  });
}

Change merge_players(std::string name, std::vector<std::string> others, Remember remember) {
  return [=](Edit& edit) { make_merge_of_players(edit, name, others, remember); };
}

Change merge_events(std::string name, std::vector<std::string> others, Remember remember) {
  return [=](Edit& edit) { make_merge_of_events(edit, name, others, remember); };
}

Change add_aliases(std::string kind, std::string name, std::vector<std::string> aliases) {
  return [=](Edit& edit) {
    require_row(edit.database, kind, name);
    for (const std::string& alias : aliases) require_free(edit, kind, name, alias);
    for (const std::string& alias : aliases) {
      edit.say(alias_sentence(alias, name));
      add_alias(edit.database, kind, alias, name);
    }
  };
}

Change delete_aliases(std::string kind, std::vector<std::string> aliases) {
  return [=](Edit& edit) {
    for (const std::string& alias : aliases) {
      const auto name = name_of_alias(edit.database, kind, alias);
      if (!name) {
        throw ChangeRefused(
            message("'{0}' is no alias of {1}; 'schiri db query aliases' lists them", alias,
                    with_article(kind)));
      }
      edit.say(quoted_name(alias) + " is no longer an alias of " + quoted_name(*name) +
               "; stored games stay as they are");
    }
    for (const std::string& alias : aliases) remove_alias(edit.database, kind, alias);
  };
}

Change delete_event(std::string name) {
  return [=](Edit& edit) {
    const std::int64_t event = require_row(edit.database, "event", name);
    const Removed removed = remove_games(edit, "event_id = " + std::to_string(event), {event});
    edit.say("the event " + quoted_name(name) + " is removed, with " +
             counted(removed.games, "game"));
    if (removed.players > 0) {
      edit.say(counted(removed.players, "player") + " without other games " +
               (removed.players == 1 ? "is" : "are") + " removed");
    }
    if (const auto aliases = remove_aliases_of(edit.database, "event", name)) {
      edit.say(counted(aliases, "alias", "aliases") + " of the event " +
               (aliases == 1 ? "is" : "are") + " removed");
    }
  };
}

Change delete_list(std::string name, Kind kind) {
  return [=](Edit& edit) {
    Ids lists;
    Statement select(edit.database,
                     "SELECT list.id, list.game, list.variant, count(line.id)"
                     " FROM rating_list AS list"
                     " LEFT JOIN listed_player AS line ON line.list_id = list.id"
                     " WHERE list.name = ?1 AND ?2 IN ('', list.game)"
                     " AND ?3 IN ('', list.variant) GROUP BY list.id",
                     name, kind.first, kind.second);
    while (select.executeStep()) {
      lists.push_back(select.id(0));
      edit.say("the list " + quoted_name(name) + " of " + select.text(1) + " " + select.text(2) +
               " is removed, with " + counted(select.count(3), "player"));
    }
    if (lists.empty()) {
      throw ChangeRefused(joined(message("there is no list '{0}'", name),
                                 nearest_of(edit.database, "rating_list", name)));
    }
    edit.database.exec("DELETE FROM rating_list WHERE id IN " + id_list(lists));
  };
}

Change delete_games(std::vector<std::int64_t> ids) {
  return [=](Edit& edit) {
    for (const std::int64_t id : ids) {
      if (std::count(ids.begin(), ids.end(), id) > 1) {
        throw ChangeRefused(message("game {0} is named twice", id));
      }
      tell_removed(edit, id);
    }
    remove_games(edit, "game.id IN " + id_list(ids)).tell_names(edit);
  };
}

Change replace_game(std::int64_t id, RecordRow row) {
  return [=](Edit& edit) {
    SQLite::Database& database = edit.database;
    Connection& connection = edit.store.connection();
    if (const auto number = number_of(database, id)) {
      throw ChangeRefused(message(
          "{0} is number {1} of the event '{2}', which was played here: its plan defines it",
          described(connection, id), number->number, number->event_name));
    }
    edit.say(described(connection, id) + " becomes " + row.event + ", round " + row.round + ", " +
             row.white + " - " + row.black + ", " + row.result + " in " +
             counted(row.turns, "turn"));
    const std::string of_game = " FROM game WHERE id = " + std::to_string(id);
    const Ids events = ids(database, "SELECT event_id" + of_game);
    const Ids players =
        ids(database, "SELECT white_id" + of_game + " UNION SELECT black_id" + of_game);
    GameInserter& inserter = edit.store.inserter();
    const std::int64_t by = inserter.next_game_id();
    inserter.insert(by, inserter.event_id(row.event), std::nullopt, row);
    correct_game(connection, id, by, std::nullopt);
    database.exec("DELETE FROM event WHERE config IS NULL AND id IN " + id_list(events) +
                  " AND NOT EXISTS (SELECT 1 FROM game WHERE event_id = event.id)");
    remove_unused(database, players);
  };
}

Change undo_import(std::optional<std::int64_t> wanted) {
  return [=](Edit& edit) {
    SQLite::Database& database = edit.database;
    Statement select(database,
                     "SELECT id, file, time, first_game, last_game FROM import" +
                         (wanted ? " WHERE id = " + std::to_string(*wanted) : std::string()) +
                         " ORDER BY id DESC LIMIT 1");
    if (!select.executeStep()) {
      throw ChangeRefused(
          wanted ? message("there is no import {0}; 'schiri db query imports' lists them", *wanted)
                 : message("there is no import that could be undone"));
    }
    const std::int64_t import = select.id(0);
    const std::string id = std::to_string(import);
    const Ids events = merged_ids(database, import, "event");
    const std::string of_import = "game.id BETWEEN " + std::to_string(select.id(3)) + " AND " +
                                  std::to_string(select.count(4)) +
                                  " AND (number IS NULL OR event_id IN " + id_list(events) + ")";
    const std::string file = quoted_name(select.text(1)) + " (" + select.text(2) + " UTC)";
    select.reset();
    refuse_completed(database, import);
    const auto broken = count(database, "quarantine WHERE import_id = " + id);
    const auto released = count(database, "released WHERE released_by = " + id);
    std::uint64_t restored = 0;
    for (const Restoration& restoration : restorations(edit.store.connection(), import)) {
      restored += !restoration.later;
      restore(edit.store, restoration);
    }
    database.exec(
        "INSERT INTO quarantine (id, file, line, number, game, findings, text, import_id)"
        " SELECT id, file, line, number, game, findings, text, import_id FROM released"
        " WHERE released_by = " +
        id);
    database.exec("DELETE FROM released WHERE released_by = " + id + " OR import_id = " + id);
    database.exec("DELETE FROM quarantine WHERE import_id = " + id);
    const Removed removed = remove_games(edit, of_import, events);
    edit.say("import " + id + " of " + file + " is undone: " + counted(removed.games, "game") +
             " and " + counted(broken, "record") + " in quarantine are removed");
    removed.tell_names(edit);
    remove_merged(edit, import);
    database.exec("DELETE FROM merged WHERE import_id = " + id);
    database.exec("DELETE FROM import WHERE id = " + id);
    if (restored > 0) {
      edit.say(counted(restored, "game that it corrected is", "games that it corrected are") +
               " restored");
    }
    if (released > 0) {
      edit.say(counted(released, "record returns", "records return") + " to quarantine");
    }
  };
}

std::vector<std::string> plan(Store& store, const Change& change) {
  return store.connection().run([&] {
    // Rolled back at the end.
    const WriteTransaction transaction(store.connection());
    Edit edit(store, false);
    change(edit);
    return edit.sentences;
  });
}

void carry_out(Store& store, const Change& change, const std::vector<std::string>& planned) {
  Connection& connection = store.connection();
  connection.run([&] {
    Edit edit(store, true);
    WriteTransaction transaction(connection);
    change(edit);
    if (edit.sentences != planned) {
      throw StoreError(
          message("{0}: the database has changed meanwhile; nothing was done", store.path()));
    }
    transaction.commit();
  });
  store.inserter().forget_names();
}

}  // namespace schiri::db
