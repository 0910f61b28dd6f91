#include "db/query/filtered_games.h"

#include "core/base/names.h"
#include "db/games/result_rows.h"
#include "db/query/filter_query.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

void visit_records(const Store& store, const GameFilter& filter,
                   const std::function<bool(StoredRecord&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, filter);
    Statement select(store.connection().database(), select_records + query.clauses());
    query.bind(select);
    while (select.executeStep()) {
      StoredRecord stored = stored_record(select);
      if (!visitor(stored)) return;
    }
  });
}

std::uint64_t count_games(const Store& store, const GameFilter& filter) {
  return store.connection().run([&] {
    const FilterQuery query(store, filter);
    Statement select(store.connection().database(),
                     "SELECT count(*) FROM (SELECT 1 FROM game" + query.clauses() + ")");
    query.bind(select);
    return select.executeStep() ? select.count(0) : std::uint64_t{0};
  });
}

void visit_results(const Store& store, const GameFilter& filter,
                   const std::function<void(const rating::FinishedGame&)>& visitor) {
  store.connection().run([&] {
    const ResultRows rows(store.connection());
    const FilterQuery query(store, filter);
    Statement select(store.connection().database(),
                     std::string("SELECT ") + ResultRows::columns + " FROM game" + query.clauses());
    query.bind(select);
    FirstSpellings spellings;
    while (select.executeStep()) {
      rating::FinishedGame game = rows.read(select);
      for (std::string_view* name : {&game.white, &game.black, &game.event}) {
        *name = spellings[*name];
      }
      visitor(game);
    }
  });
}

std::vector<rating::GameCounts> count_results(const Store& store, const GameFilter& filter) {
  return store.connection().run([&] {
    // All statements below must see the same games.
    const Snapshot snapshot(store.connection());
    rating::GameCollector games;
    visit_results(store, filter, [&](const rating::FinishedGame& game) { games.add(game); });
    return std::vector<rating::GameCounts>(games.logs().begin(), games.logs().end());
  });
}

}  // namespace schiri::db
