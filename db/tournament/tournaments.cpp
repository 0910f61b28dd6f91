#include "db/tournament/tournaments.h"

#include <algorithm>
#include <iterator>

#include "core/base/errors.h"
#include "core/base/message.h"
#include "db/games/game_inserter.h"
#include "db/games/name_ids.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

constexpr const char* select_events =
    "SELECT id, name, config, games, first_game, shard, shards,"
    " (SELECT count(*) FROM game WHERE event_id = event.id AND (number IS NOT NULL"
    " OR config IS NULL)) FROM event";

StoredEvent event_of(Statement& row) {
  StoredEvent event;
  event.id = row.id(0);
  event.name = row.text(1);
  event.config = row.text(2);
  event.games = row.count(3);
  if (event.was_played_here()) event.spans.push_back({1, row.id(4)});
  event.shards = static_cast<std::uint64_t>(row.getColumn(6).between(1, Column::most));
  event.shard = static_cast<std::uint64_t>(row.getColumn(5).between(1, row.bits(6)));
  event.stored = row.count(7);
  return event;
}

/// Adds the later spans of an event.
StoredEvent complete(StoredEvent event, SQLite::Database& database) {
  if (!event.was_played_here()) return event;
  Statement select(database,
                   "SELECT first_number, first_game FROM event_span WHERE event_id = ?"
                   " ORDER BY first_number",
                   event.id);
  while (select.executeStep()) {
    const auto first = select.getColumn(0).between(2, Column::most);
    event.spans.push_back({static_cast<std::uint64_t>(first), select.id(1)});
  }
  return event;
}

}  // namespace

std::int64_t StoredEvent::game_id(std::uint64_t number) const {
  const auto after = std::find_if(spans.begin(), spans.end(), [&](const EventSpan& span) {
    return span.first_number > number;
  });
  const EventSpan& span = *std::prev(after);
  return span.first_game + to_stored(number - span.first_number);
}

std::vector<StoredEvent> stored_events(const Store& store) {
  return store.connection().run([&] {
    std::vector<StoredEvent> events;
    Statement select(store.connection().database(), std::string(select_events) + " ORDER BY id");
    while (select.executeStep()) {
      events.push_back(complete(event_of(select), store.connection().database()));
    }
    return events;
  });
}

std::optional<StoredEvent> find_event(const Store& store, std::string_view name) {
  return store.connection().run([&]() -> std::optional<StoredEvent> {
    const auto ids = ids_of_current_name(store.connection().database(), "event", name);
    if (ids.empty()) return std::nullopt;
    Statement select(store.connection().database(), std::string(select_events) + " WHERE id = ?",
                     ids.front());
    if (!select.executeStep()) return std::nullopt;
    return complete(event_of(select), store.connection().database());
  });
}

std::optional<StoredEvent> create_event(Store& store, const NewEvent& event) {
  const bool made = store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    if (!ids_of_name(store.connection().database(), "event", event.name).empty()) return false;
    if (const auto other = name_of_alias(store.connection().database(), "event", event.name)) {
      throw StoreError(
          message("{0}: '{1}' is an alias of the event '{2}'; specify another name with --event, "
                  "or remove the alias with 'schiri db delete-alias --event'",
                  store.path(), event.name, *other));
    }
    Statement(store.connection().database(),
              "INSERT INTO event (name, config, games, first_game, shard, shards)"
              " VALUES (?, ?, ?, ?, ?, ?)")
        .run(event.name, event.config, event.games, store.inserter().next_game_id(), event.shard,
             event.shards);
    transaction.commit();
    return true;
  });
  return made ? find_event(store, event.name) : std::nullopt;
}

void require_current_names(const Store& store, const std::vector<BotSpec>& bots) {
  for (const BotSpec& bot : bots) {
    const std::string name = current_player_name(store, bot.name);
    if (name == bot.name) continue;
    throw InputError(
        message("the bot '{0}' is called '{1}' in {2}; specify its name with name=..., or remove "
                "the alias with 'schiri db delete-alias'",
                printable(bot.name), printable(name), store.path()));
  }
}

void end_event(Store& store, const StoredEvent& event, std::uint64_t last,
               std::uint64_t last_opening) {
  store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    SQLite::Database& database = store.connection().database();
    for (const char* table : {"movetext WHERE game_id", "failure WHERE game_id", "game WHERE id"}) {
      Statement(database, std::string("DELETE FROM ") + table +
                              " IN (SELECT id FROM game WHERE event_id = ? AND number > ?)")
          .run(event.id, last);
    }
    Statement(database, "DELETE FROM opening WHERE event_id = ? AND number > ?")
        .run(event.id, last_opening);
    Statement(database, "UPDATE event SET games = ? WHERE id = ?").run(last, event.id);
    transaction.commit();
  });
}

void extend_event(Store& store, const StoredEvent& event, const std::string& config,
                  std::uint64_t games) {
  store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    if (games > event.games) {
      Statement(store.connection().database(), "INSERT INTO event_span VALUES (?, ?, ?)")
          .run(event.id, event.games + 1, store.inserter().next_game_id());
    }
    Statement(store.connection().database(), "UPDATE event SET config = ?, games = ? WHERE id = ?")
        .run(config, games, event.id);
    transaction.commit();
  });
}

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
