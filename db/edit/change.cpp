#include "db/edit/change.h"

#include <algorithm>
#include <set>

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "db/edit/planned_bots.h"
#include "db/games/aliases.h"
#include "db/games/compact_movetext.h"
#include "db/games/game_inserter.h"
#include "db/games/name_ids.h"
#include "db/games/stored_record.h"
#include "db/import/correction.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "db/tournament/tournament_lock.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

using Ids = std::vector<std::int64_t>;

std::string in_quotes(const std::string& name) { return "'" + name + "'"; }

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

/// The id of a player or an event. Throws ChangeRefused.
std::int64_t require_row(SQLite::Database& database, const std::string& kind,
                         const std::string& name) {
  if (const auto id = find_id(database, kind, name)) return *id;
  const auto other = name_of_alias(database, kind, name);
  throw ChangeRefused(joined(
      kind == "event" ? message("there is no event '{0}'", name)
                      : message("there is no player '{0}'", name),
      other ? message("it is an alias of '{0}'", *other) : nearest_of(database, kind, name)));
}

std::int64_t require_player(SQLite::Database& database, const std::string& name) {
  return require_row(database, "player", name);
}

/// Throws ChangeRefused if the name is an alias of another name than `name`.
void require_no_alias(SQLite::Database& database, const std::string& kind, const std::string& alias,
                      const std::string& name) {
  const auto other = name_of_alias(database, kind, alias);
  if (!other || is_same_name(*other, name)) return;
  throw ChangeRefused(
      kind == "event" ? message("'{0}' is an alias of '{1}'; 'schiri db delete-alias' makes it an "
                                "event of its own",
                                alias, *other)
                      : message("'{0}' is an alias of '{1}'; 'schiri db delete-alias' makes it a "
                                "player of its own",
                                alias, *other));
}

/// Whether a rename leaves an alias: only a name that a record can contain comes again.
bool leaves_alias(Remember remember, const std::string& from, const std::string& to) {
  return remember == Remember::yes && is_name(from) && !is_same_name(from, to);
}

std::string alias_sentence(const std::string& alias, const std::string& name) {
  return "later games of " + in_quotes(alias) + " are stored as those of " + in_quotes(name);
}

/// The players of over-the-board events, also those without a game; a SELECT of their ids.
std::string players_of_events(const Ids& events) {
  const std::string where = " WHERE event_id IN " + id_list(events);
  return "SELECT player_id FROM otb_player" + where + " UNION SELECT player_id FROM otb_bye" +
         where + " UNION SELECT opponent_id FROM otb_bye" + where + " AND opponent_id NOT NULL";
}

/// A further condition on the table `player` that excludes players of a stored list, and those of
/// over-the-board events other than these.
std::string unless_listed(const Ids& events = {}) {
  std::string condition =
      " AND NOT EXISTS (SELECT 1 FROM listed_player WHERE player_id = player.id)";
  for (const char* reference :
       {"otb_player WHERE player_id", "otb_bye WHERE player_id", "otb_bye WHERE opponent_id"}) {
    condition += std::string(" AND NOT EXISTS (SELECT 1 FROM ") + reference +
                 " = player.id AND event_id NOT IN " + id_list(events) + ")";
  }
  return condition;
}

/// Removes those of these players that no game and no other row names.
void remove_unused(SQLite::Database& database, const Ids& players) {
  database.exec("DELETE FROM player WHERE id IN " + id_list(players) +
                " AND NOT EXISTS (SELECT 1 FROM game WHERE white_id = player.id)"
                " AND NOT EXISTS (SELECT 1 FROM game WHERE black_id = player.id)" +
                unless_listed());
}

std::string games_of_player(std::int64_t player) {
  const std::string id = std::to_string(player);
  return "game WHERE white_id = " + id + " OR black_id = " + id;
}

/// Adds a sentence for each bot of this name that is renamed; returns the events of the bots.
Ids describe_bots(SQLite::Database& database, const std::string& from,
                  std::vector<std::string>& sentences) {
  Ids events;
  for (const PlannedBot& bot : planned_bots(database, from)) {
    sentences.push_back("the bot " + in_quotes(from) + " in the plan of the event " +
                        in_quotes(bot.event_name) + " is renamed as well");
    events.push_back(bot.event);
  }
  return events;
}

/// Throws ChangeRefused.
void require_new_name(const std::string& from, const std::string& to) {
  if (!is_name(to))
    throw ChangeRefused(message("'{0}' is not a name that a record can contain", to));
  if (from == to) throw ChangeRefused(message("the two names are the same"));
}

class PlayerRename final : public Change {
 public:
  PlayerRename(std::string from, std::string to, Remember remember)
      : from_(std::move(from)), to_(std::move(to)), remember_(remember) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    player_ = require_player(database, from_);
    require_new_name(from_, to_);
    if (const auto other = find_id(database, "player", to_); other && *other != player_) {
      throw ChangeRefused(message(
          "there is a player '{0}' already; use 'schiri db merge-players' to merge the two", to_));
    }
    require_no_alias(database, "player", to_, from_);
    std::vector<std::string> sentences = {
        in_quotes(from_) + " becomes " + in_quotes(to_) + " in " +
        counted(count(database, games_of_player(player_)), "game")};
    events_ = describe_bots(database, from_, sentences);
    if (leaves_alias(remember_, from_, to_)) sentences.push_back(alias_sentence(from_, to_));
    return sentences;
  }
  Ids events() const override { return events_; }

  void apply(Store& store) override {
    SQLite::Database& database = store.connection().database();
    Statement(database, "UPDATE player SET name = ? WHERE id = ?").run(to_, player_);
    rename_bots(database, from_, to_);
    move_aliases(database, "player", from_, to_);
    if (leaves_alias(remember_, from_, to_)) add_alias(database, "player", from_, to_);
  }

 private:
  std::string from_, to_;
  Remember remember_;
  std::int64_t player_ = 0;
  Ids events_;
};

void describe_duplicates(const Ids& duplicates, std::vector<std::string>& sentences) {
  if (duplicates.empty()) return;
  sentences.push_back(counted(duplicates.size(), "duplicate game is", "duplicate games are") +
                      " removed");
}

/// The condition that a column of the games `a` and `b` is the same once `others` become `one`.
std::string same(const std::string& column, const Ids& others, std::int64_t one) {
  const auto now = [&](const std::string& game) {
    return "CASE WHEN " + game + column + " IN " + id_list(others) + " THEN " +
           std::to_string(one) + " ELSE " + game + column + " END";
  };
  return now("a.") + " = " + now("b.");
}

/// The games to be removed because they are duplicates after names are merged: the later one, or
/// the earlier one if the later one has a number. `concerned`: the games `a` whose names change;
/// `same_names`: the condition that `a` and `b` then have the same names. Equal hashes do not prove
/// equal turns.
Ids duplicates_of(SQLite::Database& database, const std::string& concerned,
                  const std::string& same_names) {
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
          concerned + ") AND " + same_names + " ORDER BY 1, 2");
  std::set<std::int64_t> duplicates;
  while (select.executeStep()) {
    const std::int64_t first = select.id(0), later = select.id(1);
    if (duplicates.contains(first) || duplicates.contains(later)) continue;
    if (!same_turns(select.text(2), select.text(3))) continue;
    if (select.flag(4)) {
      duplicates.insert(later);
    } else if (select.flag(5)) {
      duplicates.insert(first);
    }
  }
  return {duplicates.begin(), duplicates.end()};
}

class PlayerMerge final : public Change {
 public:
  PlayerMerge(std::string player, std::vector<std::string> others, Remember remember)
      : name_(std::move(player)), other_names_(std::move(others)), remember_(remember) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    player_ = require_player(database, name_);
    others_.clear();
    events_.clear();
    for (const PlannedBot& bot : planned_bots(database, name_)) events_.push_back(bot.event);
    std::vector<std::string> sentences;
    for (const std::string& name : other_names_) {
      others_.push_back(require_player(database, name));
      if (others_.back() == player_ ||
          std::count(others_.begin(), others_.end(), others_.back()) > 1) {
        throw ChangeRefused(message("'{0}' is specified twice", name));
      }
      sentences.push_back(counted(count(database, games_of_player(others_.back())), "game") +
                          " of " + in_quotes(name) + " become those of " + in_quotes(name_));
      const Ids events = describe_bots(database, name, sentences);
      events_.insert(events_.end(), events.begin(), events.end());
      if (leaves_alias(remember_, name, name_)) sentences.push_back(alias_sentence(name, name_));
    }
    refuse_met(database);
    refuse_two_bots(database);
    duplicates_ = find_duplicates(database);
    describe_duplicates(duplicates_, sentences);
    return sentences;
  }

  Ids events() const override { return events_; }
  void apply(Store& store) override {
    SQLite::Database& database = store.connection().database();
    if (!duplicates_.empty()) database.exec("DELETE FROM game WHERE id IN " + id_list(duplicates_));
    for (const char* column : {"white_id", "black_id"}) {
      database.exec(std::string("UPDATE game SET ") + column + " = " + std::to_string(player_) +
                    " WHERE " + column + " IN " + id_list(others_));
    }
    for (const std::string& name : other_names_) {
      rename_bots(database, name, name_);
      move_aliases(database, "player", name, name_);
      if (leaves_alias(remember_, name, name_)) add_alias(database, "player", name, name_);
    }
    // A list with several of these players keeps the line of the one that stays.
    database.exec("UPDATE OR IGNORE listed_player SET player_id = " + std::to_string(player_) +
                  " WHERE player_id IN " + id_list(others_));
    merge_in_events(database);
    database.exec("DELETE FROM player WHERE id IN " + id_list(others_));
  }

 private:
  /// A round in which several of these players had no game keeps one of their rows.
  void merge_in_events(SQLite::Database& database) const {
    const std::string change = "UPDATE OR IGNORE ", ids = id_list(others_);
    const auto name_player = [&](const std::string& table, const std::string& column) {
      database.exec(change + table + " SET " + column + " = " + std::to_string(player_) +
                    " WHERE " + column + " IN " + ids);
    };
    name_player("otb_player", "player_id");
    name_player("otb_bye", "opponent_id");
    name_player("otb_bye", "player_id");
    database.exec("DELETE FROM otb_bye WHERE player_id IN " + ids);
  }

  Ids all_players() const {
    Ids players = others_;
    players.push_back(player_);
    return players;
  }

  void refuse_met(SQLite::Database& database) const {
    const std::string list = id_list(all_players());
    Statement select(database, std::string("SELECT white.name, black.name, count(*)") +
                                   from_named_games + " WHERE white_id IN " + list +
                                   " AND black_id IN " + list +
                                   " AND white_id <> black_id GROUP BY 1, 2 LIMIT 1");
    if (!select.executeStep()) return;
    throw ChangeRefused(message("'{0}' and '{1}' have met, so they are not one player",
                                select.text(0), select.text(1)));
  }

  void refuse_two_bots(SQLite::Database& database) const {
    std::set<std::int64_t> events;
    std::vector<std::string> names = other_names_;
    names.push_back(name_);
    for (const std::string& name : names) {
      for (const PlannedBot& bot : planned_bots(database, name)) {
        if (events.insert(bot.event).second) continue;
        throw ChangeRefused(
            message("two of the players are bots of the event '{0}'", bot.event_name));
      }
    }
  }

  Ids find_duplicates(SQLite::Database& database) const {
    const std::string list = id_list(others_);
    return duplicates_of(database, "a.white_id IN " + list + " OR a.black_id IN " + list,
                         "b.event_id = a.event_id AND " + same("white_id", others_, player_) +
                             " AND " + same("black_id", others_, player_));
  }

  std::string name_;
  std::vector<std::string> other_names_;
  Remember remember_;
  std::int64_t player_ = 0;
  Ids others_;
  Ids duplicates_;
  Ids events_;
};

/// Games to be removed, and players and events without other games.
class Removal {
 public:
  /// `games`: a condition on the table `game`; `event`: one that is removed in any case.
  Removal(SQLite::Database& database, std::string games, std::optional<std::int64_t> event = {})
      : games_(std::move(games)) {
    game_count_ = count(database, "game WHERE " + games_);
    events_ = ids(database, "SELECT id FROM event WHERE id = " + std::to_string(event.value_or(0)) +
                                " OR config IS NULL AND id IN (SELECT event_id FROM game WHERE " +
                                games_ + ")" + unless_in_other_games("event.id = event_id"));
    players_ =
        ids(database, "SELECT id FROM player WHERE id IN (SELECT white_id FROM game WHERE " +
                          games_ + " UNION SELECT black_id FROM game WHERE " + games_ + " UNION " +
                          players_of_events(events_) + ")" +
                          unless_in_other_games("player.id = white_id") +
                          unless_in_other_games("player.id = black_id") + unless_listed(events_));
  }
  Removal() = default;

  std::uint64_t games() const { return game_count_; }
  std::uint64_t players() const { return players_.size(); }

  /// Adds a sentence about players and events that are removed with the games, if there are any.
  void describe_names(std::vector<std::string>& sentences) const {
    if (players_.empty() && events_.empty()) return;
    sentences.push_back(counted(players_.size(), "player") + " and " +
                        counted(events_.size(), "event") + " without other games are removed");
  }

  void apply(Connection& connection) const {
    SQLite::Database& database = connection.database();
    database.exec("DELETE FROM game WHERE " + games_);
    // Deletes the standings of the events as well, which name players.
    database.exec("DELETE FROM event WHERE id IN " + id_list(events_));
    database.exec("DELETE FROM player WHERE id IN " + id_list(players_));
  }

 private:
  std::string unless_in_other_games(const std::string& which) const {
    return " AND NOT EXISTS (SELECT 1 FROM game WHERE " + which + " AND NOT (" + games_ + "))";
  }

  std::string games_;
  std::uint64_t game_count_ = 0;
  Ids players_;
  Ids events_;
};

std::int64_t require_event(SQLite::Database& database, const std::string& name) {
  return require_row(database, "event", name);
}

class EventRename final : public Change {
 public:
  EventRename(std::string from, std::string to, Remember remember)
      : from_(std::move(from)), to_(std::move(to)), remember_(remember) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    event_ = require_event(database, from_);
    require_new_name(from_, to_);
    if (const auto other = find_id(database, "event", to_); other && *other != event_) {
      throw ChangeRefused(message(
          "there is an event '{0}' already; use 'schiri db merge-events' to merge the two", to_));
    }
    require_no_alias(database, "event", to_, from_);
    std::vector<std::string> sentences = {
        "the event " + in_quotes(from_) + " becomes " + in_quotes(to_) + ", with " +
        counted(count(database, "game WHERE event_id = " + std::to_string(event_)), "game")};
    if (leaves_alias(remember_, from_, to_)) sentences.push_back(alias_sentence(from_, to_));
    return sentences;
  }
  Ids events() const override { return {event_}; }

  /// Renames the event in its plan as well, if it was played here.
  void apply(Store& store) override {
    SQLite::Database& database = store.connection().database();
    Statement(database,
              "UPDATE event SET name = ?1, config = json_replace(config, '$.event', ?1)"
              " WHERE id = ?2")
        .run(to_, event_);
    move_aliases(database, "event", from_, to_);
    if (leaves_alias(remember_, from_, to_)) add_alias(database, "event", from_, to_);
  }

 private:
  std::string from_, to_;
  Remember remember_;
  std::int64_t event_ = 0;
};

class EventMerge final : public Change {
 public:
  EventMerge(std::string event, std::vector<std::string> others, Remember remember)
      : name_(std::move(event)), other_names_(std::move(others)), remember_(remember) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    event_ = require_event(database, name_);
    others_.clear();
    std::vector<std::string> sentences;
    for (const std::string& name : other_names_) {
      const std::int64_t other = require_event(database, name);
      if (other == event_ || std::count(others_.begin(), others_.end(), other) > 0) {
        throw ChangeRefused(message("'{0}' is specified twice", name));
      }
      others_.push_back(other);
      const std::string id = std::to_string(other);
      if (count(database, "event WHERE config NOTNULL AND id = " + id) > 0) {
        throw ChangeRefused(
            message("the event '{0}' was played here: its plan defines its games", name));
      }
      sentences.push_back(counted(count(database, "game WHERE event_id = " + id), "game") +
                          " of the event " + in_quotes(name) + " become those of " +
                          in_quotes(name_));
      if (leaves_alias(remember_, name, name_)) sentences.push_back(alias_sentence(name, name_));
    }
    duplicates_ = duplicates_of(database, "a.event_id IN " + id_list(others_),
                                "b.white_id = a.white_id AND b.black_id = a.black_id AND " +
                                    same("event_id", others_, event_));
    describe_duplicates(duplicates_, sentences);
    return sentences;
  }

  Ids events() const override { return {event_}; }
  void apply(Store& store) override {
    SQLite::Database& database = store.connection().database();
    if (!duplicates_.empty()) database.exec("DELETE FROM game WHERE id IN " + id_list(duplicates_));
    database.exec("UPDATE game SET event_id = " + std::to_string(event_) + " WHERE event_id IN " +
                  id_list(others_));
    const Ids players = ids(database, players_of_events(others_));
    database.exec("DELETE FROM event WHERE id IN " + id_list(others_));
    remove_unused(database, players);
    for (const std::string& name : other_names_) {
      move_aliases(database, "event", name, name_);
      if (leaves_alias(remember_, name, name_)) add_alias(database, "event", name, name_);
    }
  }

 private:
  std::string name_;
  std::vector<std::string> other_names_;
  Remember remember_;
  std::int64_t event_ = 0;
  Ids others_;
  Ids duplicates_;
};

class AliasAddition final : public Change {
 public:
  AliasAddition(std::string kind, std::string name, std::vector<std::string> aliases)
      : kind_(std::move(kind)), name_(std::move(name)), aliases_(std::move(aliases)) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    require_row(database, kind_, name_);
    std::vector<std::string> sentences;
    for (const std::string& alias : aliases_) {
      require_free(database, alias);
      sentences.push_back(alias_sentence(alias, name_));
    }
    return sentences;
  }

  void apply(Store& store) override {
    for (const std::string& alias : aliases_) {
      add_alias(store.connection().database(), kind_, alias, name_);
    }
  }

 private:
  void require_free(SQLite::Database& database, const std::string& alias) const {
    require_new_name(name_, alias);
    if (find_id(database, kind_, alias)) {
      throw ChangeRefused(kind_ == "event"
                              ? message("there is an event '{0}'; use 'schiri db merge-events' to "
                                        "merge the two",
                                        alias)
                              : message("there is a player '{0}'; use 'schiri db "
                                        "merge-players' to merge the two",
                                        alias));
    }
    const auto bots = kind_ == "player" ? planned_bots(database, alias) : std::vector<PlannedBot>();
    if (!bots.empty()) {
      throw ChangeRefused(
          message("'{0}' is a bot of the event '{1}'", alias, bots.front().event_name));
    }
    require_no_alias(database, kind_, alias, name_);
  }

  std::string kind_, name_;
  std::vector<std::string> aliases_;
};

class AliasDeletion final : public Change {
 public:
  AliasDeletion(std::string kind, std::vector<std::string> aliases)
      : kind_(std::move(kind)), aliases_(std::move(aliases)) {}

  std::vector<std::string> plan(Connection& connection) override {
    std::vector<std::string> sentences;
    for (const std::string& alias : aliases_) {
      const auto name = name_of_alias(connection.database(), kind_, alias);
      if (!name) {
        throw ChangeRefused(kind_ == "event"
                                ? message("'{0}' is no alias of an event; 'schiri db query "
                                          "aliases' lists them",
                                          alias)
                                : message("'{0}' is no alias of a player; 'schiri db query "
                                          "aliases' lists them",
                                          alias));
      }
      sentences.push_back(in_quotes(alias) + " is no longer an alias of " + in_quotes(*name) +
                          "; stored games stay as they are");
    }
    return sentences;
  }

  void apply(Store& store) override {
    for (const std::string& alias : aliases_) {
      remove_alias(store.connection().database(), kind_, alias);
    }
  }

 private:
  std::string kind_;
  std::vector<std::string> aliases_;
};

class EventDeletion final : public Change {
 public:
  explicit EventDeletion(std::string name) : name_(std::move(name)) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    event_ = require_event(database, name_);
    removal_ = Removal(database, "event_id = " + std::to_string(event_), event_);
    std::vector<std::string> sentences = {"the event " + in_quotes(name_) + " is removed, with " +
                                          counted(removal_.games(), "game")};
    if (removal_.players() > 0) {
      sentences.push_back(counted(removal_.players(), "player") + " without other games " +
                          (removal_.players() == 1 ? "is" : "are") + " removed");
    }
    if (const auto aliases = count_aliases(database, "event", name_)) {
      sentences.push_back(counted(aliases, "alias", "aliases") + " of the event " +
                          (aliases == 1 ? "is" : "are") + " removed");
    }
    return sentences;
  }

  Ids events() const override { return {event_}; }
  void apply(Store& store) override {
    SQLite::Database& database = store.connection().database();
    for (const char* table : {"opening", "void_game", "event_span", "verdict"}) {
      database.exec(std::string("DELETE FROM ") + table +
                    " WHERE event_id = " + std::to_string(event_));
    }
    removal_.apply(store.connection());
    remove_aliases_of(database, "event", name_);
  }

 private:
  std::string name_;
  std::int64_t event_ = 0;
  Removal removal_;
};

class ImportUndoing final : public Change {
 public:
  explicit ImportUndoing(std::optional<std::int64_t> id) : wanted_(id) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    Statement select(database,
                     "SELECT id, file, time, first_game, last_game FROM import" +
                         (wanted_ ? " WHERE id = " + std::to_string(*wanted_) : std::string()) +
                         " ORDER BY id DESC LIMIT 1");
    if (!select.executeStep()) {
      throw ChangeRefused(
          wanted_
              ? message("there is no import {0}; 'schiri db query imports' lists them", *wanted_)
              : message("there is no import that could be undone"));
    }
    import_ = select.id(0);
    removal_ = Removal(database, "game.id BETWEEN " + std::to_string(select.id(3)) + " AND " +
                                     std::to_string(select.count(4)) + " AND number IS NULL");
    const auto broken = count(database, "quarantine WHERE import_id = " + std::to_string(import_));
    std::vector<std::string> sentences = {
        "import " + std::to_string(import_) + " of " + in_quotes(select.text(1)) + " (" +
        select.text(2) + " UTC) is undone: " + counted(removal_.games(), "game") + " and " +
        counted(broken, "record") + " in quarantine are removed"};
    removal_.describe_names(sentences);
    describe_restored(connection, sentences);
    return sentences;
  }

  void apply(Store& store) override {
    SQLite::Database& database = store.connection().database();
    const std::string id = std::to_string(import_);
    for (const Restoration& restoration : restorations_) restore(store, restoration);
    database.exec(
        "INSERT INTO quarantine (id, file, line, number, game, findings, text, import_id)"
        " SELECT id, file, line, number, game, findings, text, import_id FROM released"
        " WHERE released_by = " +
        id);
    database.exec("DELETE FROM released WHERE released_by = " + id + " OR import_id = " + id);
    database.exec("DELETE FROM quarantine WHERE import_id = " + id);
    removal_.apply(store.connection());
    database.exec("DELETE FROM import WHERE id = " + id);
  }

 private:
  void describe_restored(Connection& connection, std::vector<std::string>& sentences) {
    SQLite::Database& database = connection.database();
    const std::string id = std::to_string(import_);
    restorations_ = restorations(connection, import_);
    const auto back = std::count_if(restorations_.begin(), restorations_.end(),
                                    [](const Restoration& one) { return !one.later; });
    if (back > 0) {
      sentences.push_back(counted(static_cast<std::uint64_t>(back), "game that it corrected is",
                                  "games that it corrected are") +
                          " restored");
    }
    const auto released = count(database, "released WHERE released_by = " + id);
    if (released > 0) {
      sentences.push_back(counted(released, "record returns", "records return") + " to quarantine");
    }
  }

  std::optional<std::int64_t> wanted_;
  std::int64_t import_ = 0;
  std::vector<Restoration> restorations_;
  Removal removal_;
};

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

class GameDeletion final : public Change {
 public:
  explicit GameDeletion(Ids ids) : ids_(std::move(ids)) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    events_.clear();
    std::vector<std::string> sentences;
    for (const std::int64_t id : ids_) {
      if (std::count(ids_.begin(), ids_.end(), id) > 1) {
        throw ChangeRefused(message("game {0} is named twice", id));
      }
      sentences.push_back(sentence(connection, id, number_of(database, id)));
    }
    removal_ = Removal(database, "game.id IN " + id_list(ids_));
    removal_.describe_names(sentences);
    return sentences;
  }

  Ids events() const override { return events_; }
  void apply(Store& store) override { removal_.apply(store.connection()); }

 private:
  std::string sentence(Connection& connection, std::int64_t id,
                       const std::optional<GameNumber>& number) {
    const std::string game = described(connection, id);
    if (!number) return game + " is removed";
    if (number->decides) {
      throw ChangeRefused(
          message("{0} was played here, and other games of the event '{1}' depend on it; 'schiri "
                  "db delete-event' removes all of them",
                  game, number->event_name));
    }
    events_.push_back(number->event);
    return game + " is removed; 'schiri tournament resume' plays it again, as number " +
           std::to_string(number->number) + " of the event " + in_quotes(number->event_name);
  }

  Ids ids_;
  Ids events_;
  Removal removal_;
};

class GameReplacement final : public Change {
 public:
  GameReplacement(std::int64_t id, RecordRow row) : id_(id), row_(std::move(row)) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    if (const auto number = number_of(database, id_)) {
      throw ChangeRefused(message(
          "{0} is number {1} of the event '{2}', which was played here: its plan defines it",
          described(connection, id_), number->number, number->event_name));
    }
    return {described(connection, id_) + " becomes " + row_.event + ", round " + row_.round + ", " +
            row_.white + " - " + row_.black + ", " + row_.result + " in " +
            counted(row_.turns, "turn")};
  }

  void apply(Store& store) override {
    SQLite::Database& database = store.connection().database();
    const Ids events = ids(database, "SELECT event_id FROM game WHERE id = " + text());
    const Ids players = ids(database, "SELECT white_id FROM game WHERE id = " + text() +
                                          " UNION SELECT black_id FROM game WHERE id = " + text() +
                                          " UNION " + players_of_events(events));
    GameInserter& inserter = store.inserter();
    const std::int64_t by = inserter.next_game_id();
    inserter.insert(by, inserter.event_id(row_.event), std::nullopt, row_);
    correct_game(store.connection(), id_, by, std::nullopt);
    database.exec("DELETE FROM event WHERE config IS NULL AND id IN " + id_list(events) +
                  " AND NOT EXISTS (SELECT 1 FROM game WHERE event_id = event.id)");
    remove_unused(database, players);
  }

 private:
  std::string text() const { return std::to_string(id_); }

  std::int64_t id_;
  RecordRow row_;
};

class ListDeletion final : public Change {
 public:
  ListDeletion(std::string name, Kind kind) : name_(std::move(name)), kind_(std::move(kind)) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    lists_.clear();
    Statement select(database,
                     "SELECT list.id, list.game, list.variant, count(line.id)"
                     " FROM rating_list AS list"
                     " LEFT JOIN listed_player AS line ON line.list_id = list.id"
                     " WHERE list.name = ?1 AND ?2 IN ('', list.game)"
                     " AND ?3 IN ('', list.variant) GROUP BY list.id",
                     name_, kind_.first, kind_.second);
    std::vector<std::string> sentences;
    while (select.executeStep()) {
      lists_.push_back(select.id(0));
      sentences.push_back("the list " + in_quotes(name_) + " of " + select.text(1) + " " +
                          select.text(2) + " is removed, with " +
                          counted(select.count(3), "player"));
    }
    if (lists_.empty()) {
      throw ChangeRefused(joined(message("there is no list '{0}'", name_),
                                 nearest_of(database, "rating_list", name_)));
    }
    return sentences;
  }

  void apply(Store& store) override {
    store.connection().database().exec("DELETE FROM rating_list WHERE id IN " + id_list(lists_));
  }

 private:
  std::string name_;
  Kind kind_;
  Ids lists_;
};

}  // namespace

std::unique_ptr<Change> delete_list(std::string name, Kind kind) {
  return std::make_unique<ListDeletion>(std::move(name), std::move(kind));
}

std::unique_ptr<Change> rename_player(std::string from, std::string to, Remember remember) {
  return std::make_unique<PlayerRename>(std::move(from), std::move(to), remember);
}

std::unique_ptr<Change> merge_players(std::string player, std::vector<std::string> others,
                                      Remember remember) {
  return std::make_unique<PlayerMerge>(std::move(player), std::move(others), remember);
}

std::unique_ptr<Change> rename_event(std::string from, std::string to, Remember remember) {
  return std::make_unique<EventRename>(std::move(from), std::move(to), remember);
}

std::unique_ptr<Change> merge_events(std::string event, std::vector<std::string> others,
                                     Remember remember) {
  return std::make_unique<EventMerge>(std::move(event), std::move(others), remember);
}

std::unique_ptr<Change> add_aliases(std::string kind, std::string name,
                                    std::vector<std::string> aliases) {
  return std::make_unique<AliasAddition>(std::move(kind), std::move(name), std::move(aliases));
}

std::unique_ptr<Change> delete_aliases(std::string kind, std::vector<std::string> aliases) {
  return std::make_unique<AliasDeletion>(std::move(kind), std::move(aliases));
}

std::unique_ptr<Change> delete_event(std::string name) {
  return std::make_unique<EventDeletion>(std::move(name));
}

std::unique_ptr<Change> undo_import(std::optional<std::int64_t> id) {
  return std::make_unique<ImportUndoing>(id);
}

std::unique_ptr<Change> delete_games(std::vector<std::int64_t> ids) {
  return std::make_unique<GameDeletion>(std::move(ids));
}

std::unique_ptr<Change> replace_game(std::int64_t id, RecordRow row) {
  return std::make_unique<GameReplacement>(id, std::move(row));
}

std::vector<std::string> plan(const Store& store, Change& change) {
  Connection& connection = store.connection();
  return connection.run([&] {
    const Snapshot snapshot(connection);
    return change.plan(connection);
  });
}

void carry_out(Store& store, Change& change, const std::vector<std::string>& planned) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    if (change.plan(connection) != planned) {
      throw StoreError(
          message("{0}: the database has changed meanwhile; nothing was done", store.path()));
    }
    const std::vector<TournamentLock> locks = lock_events(connection, change.events());
    change.apply(store);
    transaction.commit();
  });
  store.inserter().forget_names();
}

}  // namespace schiri::db
