#include "db/ratings/rating_rows.h"

#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

namespace {

void remove_list(SQLite::Database& database, const std::string& method,
                 const rating::RatingList& list) {
  Statement remove(database, "DELETE FROM rating WHERE method = ? AND game = ? AND variant = ?");
  bind_text(remove, 1, method);
  bind_text(remove, 2, list.game);
  bind_text(remove, 3, list.variant);
  remove.exec();
}

}  // namespace

KindChanges kind_changes(const Store& store) {
  return store.connection().run([&] {
    KindChanges changes;
    Statement select(store.connection().database(), "SELECT game, variant, changes FROM kind");
    while (select.executeStep()) {
      changes[{select.getColumn(0).getString(), select.getColumn(1).getString()}] =
          select.getColumn(2).getInt64();
    }
    return changes;
  });
}

void store_ratings(Store& store, const std::string& method,
                   const std::vector<rating::RatingList>& lists, const KindChanges& seen) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    SQLite::Database& database = connection.database();
    for (const rating::RatingList& list : lists) remove_list(database, method, list);
    Statement insert(database,
                     "INSERT INTO rating (game, variant, method, player_id, pool, rating,"
                     " error, bound, wins, draws, losses, changes, scale)"
                     " SELECT ?, ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM player"
                     " WHERE name = ?");
    for (const rating::RatingList& list : lists) {
      const auto known = seen.find({list.game, list.variant});
      const std::string scale(rating::scale_name(list.scale));
      for (const rating::RatedPlayer& player : list.players) {
        const std::string bound(rating::symbol(player.bound));
        bind_text(insert, 1, list.game);
        bind_text(insert, 2, list.variant);
        bind_text(insert, 3, method);
        insert.bind(4, list.pool);
        bind_or_null(insert, 5, player.rating);
        bind_or_null(insert, 6, player.error);
        bind_text_or_null(insert, 7, bound.empty() ? nullptr : &bound);
        insert.bind(8, to_stored(player.results.wins));
        insert.bind(9, to_stored(player.results.draws));
        insert.bind(10, to_stored(player.results.losses));
        insert.bind(11, known == seen.end() ? std::int64_t{0} : known->second);
        bind_text(insert, 12, scale);
        bind_text(insert, 13, player.name);
        insert.exec();
        insert.reset();
      }
    }
    transaction.commit();
  });
}

std::vector<StoredRating> stored_ratings(const Store& store, const Kind& kind) {
  return store.connection().run([&] {
    Statement select(
        store.connection().database(),
        "SELECT player, rating FROM ratings WHERE game = ?1 AND variant = ?2 AND method ="
        " (SELECT method FROM ratings WHERE game = ?1 AND variant = ?2 AND NOT outdated"
        " ORDER BY method = 'bt' DESC, method LIMIT 1)");
    bind_text(select, 1, kind.first);
    bind_text(select, 2, kind.second);
    std::vector<StoredRating> players;
    while (select.executeStep()) {
      StoredRating& player = players.emplace_back();
      player.name = select.getColumn(0).getString();
      player.rating = number_or_none(select.getColumn(1));
    }
    return players;
  });
}

}  // namespace schiri::db
