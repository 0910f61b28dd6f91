#include "db/tournament/pairing_results.h"

#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

constexpr const char* select_results = R"sql(
SELECT white.name, black.name,
       sum(how = '1-0'), sum(how = '1/2-1/2'), sum(how = '0-1'), sum(how = 'failed')
  FROM (SELECT white_id, black_id, CASE WHEN result = '*'
               OR EXISTS (SELECT 1 FROM failure WHERE game_id = game.id)
               THEN 'failed' ELSE result END AS how
          FROM game WHERE event_id = ? AND number IS NOT NULL
           AND termination IS NOT 'abandoned')
  JOIN player AS white ON white.id = white_id
  JOIN player AS black ON black.id = black_id
 GROUP BY white.name, black.name ORDER BY white.name, black.name)sql";

}  // namespace

std::vector<PairingResults> pairing_results(const Store& store, const StoredEvent& event) {
  return store.connection().rows(
      select_results,
      [](Statement& select) {
        return PairingResults{select.text(0),
                              select.text(1),
                              {select.count(2), select.count(3), select.count(4), select.count(5)}};
      },
      event.id);
}

}  // namespace schiri::db
