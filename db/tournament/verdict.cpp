#include "db/tournament/verdict.h"

#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

void keep_verdict(Store& store, const StoredEvent& event, const Verdict& verdict) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    Statement(connection.database(),
              "INSERT OR REPLACE INTO verdict (event_id, settings, decision, llr,"
              " lower, upper, units, games, elo, low, high)"
              " VALUES (?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?, ?, ?)")
        .run(event.id, verdict.settings, verdict.decision, verdict.llr, verdict.lower,
             verdict.upper, verdict.units, verdict.games, verdict.elo, verdict.low, verdict.high);
    transaction.commit();
  });
}

std::optional<Verdict> kept_verdict(const Store& store, const StoredEvent& event) {
  Connection& connection = store.connection();
  return connection.run([&]() -> std::optional<Verdict> {
    Statement select(connection.database(),
                     "SELECT settings, coalesce(decision, ''), llr, lower, upper, units,"
                     " games, elo, low, high FROM verdict WHERE event_id = ?",
                     event.id);
    if (!select.executeStep()) return std::nullopt;
    return Verdict{select.text(0),
                   select.text(1),
                   select.number(2),
                   select.number(3),
                   select.number(4),
                   select.count(5),
                   select.count(6),
                   number_or_none(select.getColumn(7)),
                   number_or_none(select.getColumn(8)),
                   number_or_none(select.getColumn(9))};
  });
}

}  // namespace schiri::db
