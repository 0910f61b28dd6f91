#include "db/change.h"

#include <algorithm>
#include <set>

#include "db/compact_movetext.h"
#include "db/connection.h"
#include "db/pair_counts.h"
#include "db/rating_rows.h"
#include "db/transaction.h"
#include "notation/nearest_name.h"
#include "notation/text_check.h"

namespace schiri::db {

namespace {

using Ids = std::vector<std::int64_t>;

std::string counted(std::uint64_t count, const std::string& one, const std::string& many = "") {
  return std::to_string(count) + " " + (count == 1 ? one : many.empty() ? one + "s" : many);
}

std::string in_quotes(const std::string& name) { return "'" + name + "'"; }

std::string list_of(const Ids& ids) {
  std::string list;
  for (const std::int64_t id : ids) list += (list.empty() ? "" : ", ") + std::to_string(id);
  return "(" + list + ")";
}

std::uint64_t count(SQLite::Database& database, const std::string& what) {
  return from_stored(database.execAndGet("SELECT count(*) FROM " + what).getInt64());
}

Ids ids(SQLite::Database& database, const std::string& select_ids) {
  Ids found;
  SQLite::Statement select(database, select_ids);
  while (select.executeStep()) found.push_back(select.getColumn(0).getInt64());
  return found;
}

std::optional<std::int64_t> find_id(SQLite::Database& database, const std::string& table,
                                    const std::string& name) {
  SQLite::Statement select(database, "SELECT id FROM " + table + " WHERE name = ?");
  bind_text(select, 1, name);
  if (!select.executeStep()) return std::nullopt;
  return select.getColumn(0).getInt64();
}

std::string nearest_of(SQLite::Database& database, const std::string& table,
                       const std::string& name) {
  NearestName nearest(name);
  SQLite::Statement names(database, "SELECT name FROM " + table + " ORDER BY id");
  while (names.executeStep()) nearest.look_at(names.getColumn(0).getText());
  return nearest.advice();
}

std::int64_t require_player(SQLite::Database& database, const std::string& name) {
  if (const auto id = find_id(database, "player", name)) return *id;
  throw ChangeRefused("there is no player " + in_quotes(name) +
                      nearest_of(database, "player", name));
}

std::string games_of_player(std::int64_t player) {
  const std::string id = std::to_string(player);
  return "game WHERE white_id = " + id + " OR black_id = " + id;
}

/// What is made of the games follows a change of them. Players still have to be there whom counts
/// name.
void follow_games(Connection& connection) {
  add_up_results(connection);
  outdate_ratings(connection);
}

/// Where a player is a bot in the plan of an event that was played here.
struct BotPlace {
  std::int64_t event = 0;
  std::string event_name;
  std::int64_t index = 0;
};

std::vector<BotPlace> bot_places(SQLite::Database& database, const std::string& name) {
  std::vector<BotPlace> places;
  SQLite::Statement select(database,
                           "SELECT event.id, event.name, bot.key FROM event,"
                           " json_each(event.config, '$.bots') AS bot"
                           " WHERE bot.value ->> '$.name' = ? ORDER BY 1, 3");
  bind_text(select, 1, name);
  while (select.executeStep()) {
    places.push_back({select.getColumn(0).getInt64(), select.getColumn(1).getString(),
                      select.getColumn(2).getInt64()});
  }
  return places;
}

void rename_bots(SQLite::Database& database, const std::string& from, const std::string& to) {
  for (const BotPlace& place : bot_places(database, from)) {
    SQLite::Statement update(database,
                             "UPDATE event SET config = json_set(config, ?, ?) WHERE id = ?");
    update.bind(1, "$.bots[" + std::to_string(place.index) + "].name");
    bind_text(update, 2, to);
    update.bind(3, place.event);
    update.exec();
  }
}

void tell_bots(SQLite::Database& database, const std::string& from,
               std::vector<std::string>& sentences) {
  for (const BotPlace& place : bot_places(database, from)) {
    sentences.push_back("the bot " + in_quotes(from) + " in the plan of the event " +
                        in_quotes(place.event_name) + " is renamed as well");
  }
}

class PlayerRename final : public Change {
 public:
  PlayerRename(std::string from, std::string to) : from_(std::move(from)), to_(std::move(to)) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    player_ = require_player(database, from_);
    if (!is_name(to_)) {
      throw ChangeRefused(in_quotes(to_) + " is no name that a record can hold");
    }
    if (from_ == to_) throw ChangeRefused("the two names are the same");
    if (find_id(database, "player", to_)) {
      throw ChangeRefused("there is a player " + in_quotes(to_) +
                          " already; 'schiri db merge-players' makes one of the two");
    }
    std::vector<std::string> sentences = {
        in_quotes(from_) + " becomes " + in_quotes(to_) + " in " +
        counted(count(database, games_of_player(player_)), "game")};
    tell_bots(database, from_, sentences);
    return sentences;
  }

  void apply(Connection& connection) override {
    SQLite::Statement update(connection.database(), "UPDATE player SET name = ? WHERE id = ?");
    bind_text(update, 1, to_);
    update.bind(2, player_);
    update.exec();
    rename_bots(connection.database(), from_, to_);
  }

 private:
  std::string from_, to_;
  std::int64_t player_ = 0;
};

class PlayerMerge final : public Change {
 public:
  PlayerMerge(std::string player, std::vector<std::string> others)
      : name_(std::move(player)), other_names_(std::move(others)) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    player_ = require_player(database, name_);
    others_.clear();
    std::vector<std::string> sentences;
    for (const std::string& name : other_names_) {
      others_.push_back(require_player(database, name));
      if (others_.back() == player_ ||
          std::count(others_.begin(), others_.end(), others_.back()) > 1) {
        throw ChangeRefused(in_quotes(name) + " is named twice");
      }
      sentences.push_back(counted(count(database, games_of_player(others_.back())), "game") +
                          " of " + in_quotes(name) + " become those of " + in_quotes(name_));
      tell_bots(database, name, sentences);
    }
    refuse_met(database);
    refuse_two_bots(database);
    doubles_ = find_doubles(database);
    if (!doubles_.empty()) {
      sentences.push_back(counted(doubles_.size(), "game") +
                          (doubles_.size() == 1 ? " is" : " are") +
                          " then stored twice and left once");
    }
    return sentences;
  }

  void apply(Connection& connection) override {
    SQLite::Database& database = connection.database();
    if (!doubles_.empty()) database.exec("DELETE FROM game WHERE id IN " + list_of(doubles_));
    for (const char* column : {"white_id", "black_id"}) {
      database.exec(std::string("UPDATE game SET ") + column + " = " + std::to_string(player_) +
                    " WHERE " + column + " IN " + list_of(others_));
    }
    for (const std::string& name : other_names_) rename_bots(database, name, name_);
    follow_games(connection);
    database.exec("DELETE FROM player WHERE id IN " + list_of(others_));
  }

 private:
  Ids everybody() const {
    Ids everybody = others_;
    everybody.push_back(player_);
    return everybody;
  }

  void refuse_met(SQLite::Database& database) const {
    const std::string list = list_of(everybody());
    SQLite::Statement select(database,
                             "SELECT white.name, black.name, count(*) FROM game"
                             " JOIN player AS white ON white.id = white_id"
                             " JOIN player AS black ON black.id = black_id"
                             " WHERE white_id IN " +
                                 list + " AND black_id IN " + list +
                                 " AND white_id <> black_id GROUP BY 1, 2 LIMIT 1");
    if (!select.executeStep()) return;
    throw ChangeRefused(in_quotes(select.getColumn(0).getString()) + " and " +
                        in_quotes(select.getColumn(1).getString()) +
                        " have met, so they are not one player");
  }

  void refuse_two_bots(SQLite::Database& database) const {
    std::set<std::int64_t> events;
    std::vector<std::string> names = other_names_;
    names.push_back(name_);
    for (const std::string& name : names) {
      for (const BotPlace& place : bot_places(database, name)) {
        if (events.insert(place.event).second) continue;
        throw ChangeRefused("two of the players are bots of the event " +
                            in_quotes(place.event_name));
      }
    }
  }

  /// Games that come twice when all are one player's: those without a number go, the later ones
  /// first. The same turns and the same hash are two things.
  Ids find_doubles(SQLite::Database& database) const {
    const auto one = [&](const std::string& column) {
      return "CASE WHEN " + column + " IN " + list_of(others_) + " THEN " +
             std::to_string(player_) + " ELSE " + column + " END";
    };
    SQLite::Statement select(
        database,
        "SELECT min(a.id, b.id), max(a.id, b.id), ta.text, tb.text,"
        " (CASE WHEN a.id > b.id THEN a.number ELSE b.number END) IS NULL,"
        " (CASE WHEN a.id < b.id THEN a.number ELSE b.number END) IS NULL"
        " FROM game AS a JOIN game AS b ON b.hash = a.hash AND b.event_id = a.event_id"
        " AND b.id <> a.id AND b.round = a.round AND b.date = a.date AND b.game = a.game"
        " AND b.variant = a.variant AND b.position IS a.position AND b.roll IS a.roll"
        " AND b.result = a.result"
        " JOIN movetext AS ta ON ta.game_id = a.id JOIN movetext AS tb ON tb.game_id = b.id"
        " WHERE (a.white_id IN " +
            list_of(others_) + " OR a.black_id IN " + list_of(others_) + ") AND " +
            one("a.white_id") + " = " + one("b.white_id") + " AND " + one("a.black_id") + " = " +
            one("b.black_id") + " ORDER BY 1, 2");
    std::set<std::int64_t> doubles;
    while (select.executeStep()) {
      const std::int64_t first = select.getColumn(0).getInt64(),
                         later = select.getColumn(1).getInt64();
      if (doubles.contains(first) || doubles.contains(later)) continue;
      if (!same_turns(select.getColumn(2).getString(), select.getColumn(3).getString())) continue;
      if (select.getColumn(4).getInt() != 0) {
        doubles.insert(later);
      } else if (select.getColumn(5).getInt() != 0) {
        doubles.insert(first);
      }
    }
    return {doubles.begin(), doubles.end()};
  }

  std::string name_;
  std::vector<std::string> other_names_;
  std::int64_t player_ = 0;
  Ids others_;
  Ids doubles_;
};

/// Games that leave, and who leaves with them: players and events that have no others.
class Removal {
 public:
  /// `games`: a condition on the table `game`.
  Removal(SQLite::Database& database, std::string games) : games_(std::move(games)) {
    game_count_ = count(database, "game WHERE " + games_);
    players_ = ids(database, "SELECT id FROM player WHERE id IN (SELECT white_id FROM game WHERE " +
                                 games_ + " UNION SELECT black_id FROM game WHERE " + games_ + ")" +
                                 unless_in_other_games("player.id = white_id") +
                                 unless_in_other_games("player.id = black_id"));
    events_ = ids(database,
                  "SELECT id FROM event WHERE config IS NULL AND id IN"
                  " (SELECT event_id FROM game WHERE " +
                      games_ + ")" + unless_in_other_games("event.id = event_id"));
  }
  Removal() = default;

  std::uint64_t games() const { return game_count_; }
  std::uint64_t players() const { return players_.size(); }
  const Ids& events() const { return events_; }

  void apply(Connection& connection) const {
    SQLite::Database& database = connection.database();
    database.exec("DELETE FROM game WHERE " + games_);
    follow_games(connection);
    database.exec("DELETE FROM player WHERE id IN " + list_of(players_));
    database.exec("DELETE FROM event WHERE id IN " + list_of(events_));
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

class EventDeletion final : public Change {
 public:
  explicit EventDeletion(std::string name) : name_(std::move(name)) {}

  std::vector<std::string> plan(Connection& connection) override {
    SQLite::Database& database = connection.database();
    const auto id = find_id(database, "event", name_);
    if (!id) {
      throw ChangeRefused("there is no event " + in_quotes(name_) +
                          nearest_of(database, "event", name_));
    }
    event_ = *id;
    removal_ = Removal(database, "event_id = " + std::to_string(event_));
    std::vector<std::string> sentences = {"the event " + in_quotes(name_) + " goes, with " +
                                          counted(removal_.games(), "game")};
    if (removal_.players() > 0) {
      sentences.push_back(counted(removal_.players(), "player") + " without other games " +
                          (removal_.players() == 1 ? "goes" : "go") + " as well");
    }
    return sentences;
  }

  void apply(Connection& connection) override {
    SQLite::Database& database = connection.database();
    for (const char* table : {"opening", "void_game", "event_span"}) {
      database.exec(std::string("DELETE FROM ") + table +
                    " WHERE event_id = " + std::to_string(event_));
    }
    removal_.apply(connection);
    database.exec("DELETE FROM event WHERE id = " + std::to_string(event_));
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
    if (!database.tableExists("import")) {
      throw ChangeRefused("no imports are recorded in a database of this age");
    }
    SQLite::Statement select(
        database, "SELECT id, file, time, first_game, last_game FROM import" +
                      (wanted_ ? " WHERE id = " + std::to_string(*wanted_) : std::string()) +
                      " ORDER BY id DESC LIMIT 1");
    if (!select.executeStep()) {
      throw ChangeRefused(wanted_ ? "there is no import " + std::to_string(*wanted_) +
                                        "; 'schiri db query imports' lists them"
                                  : "there is no import that could be undone");
    }
    import_ = select.getColumn(0).getInt64();
    removal_ = Removal(database, "game.id BETWEEN " + select.getColumn(3).getString() + " AND " +
                                     select.getColumn(4).getString() + " AND number IS NULL");
    const auto broken = count(database, "quarantine WHERE import_id = " + std::to_string(import_));
    std::vector<std::string> sentences = {
        "import " + std::to_string(import_) + " of " + in_quotes(select.getColumn(1).getString()) +
        " (" + select.getColumn(2).getString() +
        " UTC) is taken back: " + counted(removal_.games(), "game") + " and " +
        counted(broken, "record") + " in quarantine go"};
    if (removal_.players() + removal_.events().size() > 0) {
      sentences.push_back(counted(removal_.players(), "player") + " and " +
                          counted(removal_.events().size(), "event") +
                          " without other games go as well");
    }
    return sentences;
  }

  void apply(Connection& connection) override {
    SQLite::Database& database = connection.database();
    const std::string id = std::to_string(import_);
    database.exec("DELETE FROM quarantine WHERE import_id = " + id);
    removal_.apply(connection);
    database.exec("DELETE FROM import WHERE id = " + id);
  }

 private:
  std::optional<std::int64_t> wanted_;
  std::int64_t import_ = 0;
  Removal removal_;
};

}  // namespace

std::unique_ptr<Change> rename_player(std::string from, std::string to) {
  return std::make_unique<PlayerRename>(std::move(from), std::move(to));
}

std::unique_ptr<Change> merge_players(std::string player, std::vector<std::string> others) {
  return std::make_unique<PlayerMerge>(std::move(player), std::move(others));
}

std::unique_ptr<Change> delete_event(std::string name) {
  return std::make_unique<EventDeletion>(std::move(name));
}

std::unique_ptr<Change> undo_import(std::optional<std::int64_t> id) {
  return std::make_unique<ImportUndoing>(id);
}

std::vector<std::string> plan(const Store& store, Change& change) {
  Connection& connection = store.connection();
  return connection.run([&] {
    const Transaction snapshot(connection.database());
    return change.plan(connection);
  });
}

void carry_out(Store& store, Change& change, const std::vector<std::string>& planned) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    if (change.plan(connection) != planned) {
      throw StoreError(store.path() + ": the database has changed meanwhile; nothing was done");
    }
    change.apply(connection);
    add_up_results(connection);
    transaction.commit();
  });
  connection.forget_names();
}

}  // namespace schiri::db
