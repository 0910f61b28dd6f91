#include "db/ratings/rating_lists.h"

#include <algorithm>
#include <limits>

#include "core/base/message.h"
#include "core/rating/models/bt.h"
#include "db/games/game_inserter.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

/// Removes the list that this one replaces. Throws StoreError if it must not.
void make_room(SQLite::Database& database, const KindList& list, bool replaces) {
  const auto& [game, variant] = list.kind();
  Statement select(database,
                   "SELECT id FROM rating_list WHERE game = ?1 AND variant = ?2"
                   " AND iif(?3 = '', name IS NULL AND method = ?4, name = ?3)",
                   game, variant, list.name, list.method);
  if (!select.executeStep()) return;
  if (!replaces && !list.name.empty()) {
    throw StoreError(
        message("a list '{0}' of {1} {2} is stored already", printable(list.name), game, variant));
  }
  database.exec("DELETE FROM rating_list WHERE id = " + std::to_string(select.id(0)));
}

std::string notes_of(const KindList& list) {
  Json notes = Json::array();
  for (const rating::RatingList& pool : list.pools) {
    for (const Message& note : pool.notes) notes.push_back(note.english());
  }
  return notes.dump();
}

/// `changes`: of the kind when the games were read, for the latest list.
std::int64_t insert_head(SQLite::Database& database, const KindList& list, std::int64_t changes) {
  const rating::RatingList& first = list.pools.front();
  const bool is_latest = list.name.empty();
  Statement(database,
            "INSERT INTO rating_list (name, game, variant, method, scale, date, bounded,"
            " changes, description, notes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(text_or_null(list.name), first.game, first.variant, list.method, first.scale,
           text_or_null(list.date), list.is_bounded ? 1 : 0,
           is_latest ? std::optional(changes) : std::nullopt, first.description.english(),
           notes_of(list));
  return database.getLastInsertRowid();
}

void keep_list(Store& store, const KindList& list, bool replaces, const KindChanges& seen) {
  SQLite::Database& database = store.connection().database();
  make_room(database, list, replaces);
  const auto known = seen.find(list.kind());
  const std::int64_t id = insert_head(database, list, known == seen.end() ? 0 : known->second);
  Statement insert(database,
                   "INSERT INTO listed_player (list_id, player_id, pool, rating, error, low, high,"
                   " bound, wins, draws, losses, effective, last_played, peak, volatility, los,"
                   " white_advantage, white_advantage_error)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const rating::RatingList& pool : list.pools) {
    for (const rating::RatedPlayer& player : pool.players) {
      const std::string bound(rating::symbol(player.bound));
      insert.run(id, store.inserter().player_id(player.name), pool.pool, player.rating,
                 player.error, player.low, player.high, text_or_null(bound), player.results.wins,
                 player.results.draws, player.results.losses, player.effective_games,
                 text_or_null(player.last_played), player.peak, player.volatility,
                 player.superiority, pool.advantage(), pool.first_move_advantage_error);
    }
  }
}

rating::Bound bound_of(const std::string& text) {
  return text == ">"   ? rating::Bound::above
         : text == "<" ? rating::Bound::below
                       : rating::Bound::none;
}

rating::RatedPlayer read_line(Statement& row) {
  rating::RatedPlayer player;
  player.name = row.text(1);
  player.rating = number_or_none(row.getColumn(2));
  player.error = number_or_none(row.getColumn(3));
  player.bound = bound_of(row.text(4));
  player.results = {row.count(5), row.count(6), row.count(7)};
  player.effective_games = row.count(8);
  player.last_played = row.text(9);
  player.peak = number_or_none(row.getColumn(10));
  player.volatility = number_or_none(row.getColumn(11));
  player.superiority = number_or_none(row.getColumn(12));
  player.low = number_or_none(row.getColumn(15));
  player.high = number_or_none(row.getColumn(16));
  return player;
}

/// Reads the figures of a pool from the row of one of its players.
void read_pool_figures(Statement& row, rating::RatingList& pool) {
  const auto advantage = number_or_none(row.getColumn(13));
  pool.has_advantage = advantage.has_value();
  pool.first_move_advantage = advantage.value_or(0);
  pool.first_move_advantage_error = number_or_none(row.getColumn(14));
}

enum class Lines { published, by_player };

/// Splits the players of a list, which is given as its first pool, into their pools.
void read_lines(SQLite::Database& database, std::int64_t id, Lines lines, KindList& list) {
  const std::string published =
      "listed_player JOIN player ON player.id = player_id WHERE list_id = ?1";
  const std::string by_player =
      "(SELECT *, row_number() OVER (PARTITION BY player_id ORDER BY wins + draws + losses DESC, "
      "id)"
      " AS place FROM listed_player WHERE list_id = ?1) AS line"
      " JOIN player ON player.id = player_id WHERE place = 1";
  const bool is_published = lines == Lines::published;
  Statement select(
      database,
      std::string("SELECT pool, ") +
          (is_published ? "coalesce(listed_player.name, player.name)" : "player.name") +
          ", rating, error, coalesce(bound, ''), wins, draws, losses,"
          " effective, coalesce(last_played, ''), peak, volatility, los, white_advantage,"
          " white_advantage_error, low, high"
          " FROM " +
          (is_published ? published : by_player) + " ORDER BY pool",
      id);
  const rating::RatingList head = list.pools.front();
  while (select.executeStep()) {
    const int pool =
        static_cast<int>(select.getColumn(0).between(0, std::numeric_limits<int>::max()));
    if (pool != list.pools.back().pool && !list.pools.back().players.empty()) {
      list.pools.push_back(head);
      list.pools.back().notes.clear();
    }
    list.pools.back().pool = pool;
    if (list.pools.back().players.empty()) read_pool_figures(select, list.pools.back());
    list.pools.back().players.push_back(read_line(select));
  }
  const std::string description = head.description;
  for (rating::RatingList& pool : list.pools) {
    pool.description = rating::stored_description(description);
    pool.pools = list.pools.back().pool;
    sort_best_first(pool.players);
  }
}

KindList read_head(Statement& row) {
  rating::RatingList head;
  head.game = row.text(2);
  head.variant = row.text(3);
  head.scale = row.text(5);
  head.description = row.text(7);
  const auto notes = Json::parse_if_valid(row.text(8));
  if (notes && notes->is_array()) {
    for (const Json& note : *notes) {
      if (note.is_string()) head.notes.push_back(known_phrase(note.text()));
    }
  }
  return {row.text(1), row.text(4), row.text(6), {head}, row.flag(9)};
}

std::vector<KindList> read_lists(const Store& store, const std::string& name, const Kind& kind,
                                 Lines lines) {
  Connection& connection = store.connection();
  return connection.run([&] {
    std::vector<KindList> lists;
    Statement select(
        connection.database(),
        "SELECT id, name, game, variant, method, scale, coalesce(date, ''),"
        " description, notes, bounded FROM rating_list"
        " WHERE name NOT NULL AND ?1 IN ('', name) AND ?2 IN ('', game) AND ?3 IN ('', variant)"
        " ORDER BY game, variant, date, name",
        name, kind.first, kind.second);
    while (select.executeStep()) {
      lists.push_back(read_head(select));
      read_lines(connection.database(), select.id(0), lines, lists.back());
    }
    return lists;
  });
}

}  // namespace

const KindList* list_of(const std::vector<KindList>& lists, const Kind& kind) {
  const auto found = std::find_if(lists.begin(), lists.end(),
                                  [&](const KindList& list) { return list.kind() == kind; });
  return found == lists.end() ? nullptr : &*found;
}

void keep_lists(Store& store, const std::vector<KindList>& lists, bool replaces,
                const KindChanges& seen) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    for (const KindList& list : lists) keep_list(store, list, replaces, seen);
    transaction.commit();
  });
}

std::vector<KindList> stored_lists(const Store& store, const std::string& name, const Kind& kind) {
  return read_lists(store, name, kind, Lines::published);
}

std::vector<KindList> stored_lists_by_player(const Store& store, const std::string& name,
                                             const Kind& kind) {
  return read_lists(store, name, kind, Lines::by_player);
}

KindChanges kind_changes(const Store& store) {
  return store.connection().run([&] {
    KindChanges changes;
    Statement select(store.connection().database(), "SELECT game, variant, changes FROM kind");
    while (select.executeStep()) {
      changes[{select.text(0), select.text(1)}] = select.bits(2);
    }
    return changes;
  });
}

std::vector<StoredRating> stored_ratings(const Store& store, const Kind& kind) {
  return store.connection().rows(
      "SELECT player, rating FROM ratings WHERE game = ?1 AND variant = ?2 AND method ="
      " (SELECT method FROM ratings WHERE game = ?1 AND variant = ?2 AND NOT outdated"
      " ORDER BY method = 'bt' DESC, method LIMIT 1)",
      [](Statement& row) {
        return StoredRating{row.text(0), number_or_none(row.getColumn(1))};
      },
      kind.first, kind.second);
}

}  // namespace schiri::db
