#include "db/ratings/rating_rows.h"

#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

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

void store_ratings(Store& store, const std::string& method,
                   const std::vector<rating::RatingList>& lists, const KindChanges& seen) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    SQLite::Database& database = connection.database();
    Statement remove(database, "DELETE FROM rating WHERE method = ? AND game = ? AND variant = ?");
    for (const rating::RatingList& list : lists) remove.run(method, list.game, list.variant);
    Statement insert(database,
                     "INSERT INTO rating (game, variant, method, player_id, pool, rating,"
                     " error, bound, wins, draws, losses, changes, scale, los, white_advantage,"
                     " white_advantage_error, prior_sd)"
                     " SELECT ?, ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM player"
                     " WHERE name = ?");
    for (const rating::RatingList& list : lists) {
      const auto known = seen.find({list.game, list.variant});
      for (const rating::RatedPlayer& player : list.players) {
        const std::string bound(rating::symbol(player.bound));
        insert.run(list.game, list.variant, method, list.pool, player.rating, player.error,
                   text_or_null(bound), player.results.wins, player.results.draws,
                   player.results.losses, known == seen.end() ? 0 : known->second, list.scale,
                   player.superiority, list.advantage(), list.first_move_advantage_error,
                   list.prior_sd, player.name);
      }
    }
    transaction.commit();
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
