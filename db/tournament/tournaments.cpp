#include "db/tournament/tournaments.h"

#include <algorithm>
#include <iterator>

#include "db/games/game_inserter.h"
#include "db/games/name_ids.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

namespace {

constexpr const char* select_events =
    "SELECT id, name, config, games, first_game, shard, shards,"
    " (SELECT count(*) FROM game WHERE event_id = event.id AND (number IS NOT NULL"
    " OR config IS NULL)) FROM event";

StoredEvent event_of(Statement& row) {
  StoredEvent event;
  event.id = row.getColumn(0).getId();
  event.name = row.getColumn(1).getString();
  event.config = row.getColumn(2).getString();
  event.games = row.getColumn(3).getCount();
  if (event.was_played_here()) event.spans.push_back({1, row.getColumn(4).getId()});
  event.shards = static_cast<std::uint64_t>(row.getColumn(6).between(1, Column::most));
  event.shard =
      static_cast<std::uint64_t>(row.getColumn(5).between(1, row.getColumn(6).getInt64()));
  event.stored = row.getColumn(7).getCount();
  return event;
}

/// Adds the spans that came later to an event.
StoredEvent complete(StoredEvent event, SQLite::Database& database) {
  if (!event.was_played_here()) return event;
  Statement select(database,
                   "SELECT first_number, first_game FROM event_span WHERE event_id = ?"
                   " ORDER BY first_number");
  select.bind(1, event.id);
  while (select.executeStep()) {
    const auto first = select.getColumn(0).between(2, Column::most);
    event.spans.push_back({static_cast<std::uint64_t>(first), select.getColumn(1).getId()});
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
    const auto ids = ids_of_name(store.connection().database(), "event", name);
    if (ids.empty()) return std::nullopt;
    Statement select(store.connection().database(), std::string(select_events) + " WHERE id = ?");
    select.bind(1, ids.front());
    if (!select.executeStep()) return std::nullopt;
    return complete(event_of(select), store.connection().database());
  });
}

std::optional<StoredEvent> create_event(Store& store, const NewEvent& event) {
  const bool made = store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    if (!ids_of_name(store.connection().database(), "event", event.name).empty()) return false;
    Statement insert(store.connection().database(),
                     "INSERT INTO event (name, config, games, first_game, shard, shards)"
                     " VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(1, event.name);
    insert.bind(2, event.config);
    insert.bind(3, to_stored(event.games));
    insert.bind(4, store.inserter().next_game_id());
    insert.bind(5, to_stored(event.shard));
    insert.bind(6, to_stored(event.shards));
    insert.exec();
    transaction.commit();
    return true;
  });
  return made ? find_event(store, event.name) : std::nullopt;
}

void end_event(Store& store, const StoredEvent& event, std::uint64_t last,
               std::uint64_t last_opening) {
  store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    for (const char* table : {"movetext WHERE game_id", "failure WHERE game_id", "game WHERE id"}) {
      Statement remove(store.connection().database(),
                       std::string("DELETE FROM ") + table +
                           " IN (SELECT id FROM game WHERE event_id = ? AND number > ?)");
      remove.bind(1, event.id);
      remove.bind(2, to_stored(last));
      remove.exec();
    }
    Statement forget(store.connection().database(),
                     "DELETE FROM opening WHERE event_id = ? AND number > ?");
    forget.bind(1, event.id);
    forget.bind(2, to_stored(last_opening));
    forget.exec();
    Statement update(store.connection().database(), "UPDATE event SET games = ? WHERE id = ?");
    update.bind(1, to_stored(last));
    update.bind(2, event.id);
    update.exec();
    transaction.commit();
  });
}

void extend_event(Store& store, const StoredEvent& event, const std::string& config,
                  std::uint64_t games) {
  store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    if (games > event.games) {
      Statement span(store.connection().database(), "INSERT INTO event_span VALUES (?, ?, ?)");
      span.bind(1, event.id);
      span.bind(2, to_stored(event.games + 1));
      span.bind(3, store.inserter().next_game_id());
      span.exec();
    }
    Statement update(store.connection().database(),
                     "UPDATE event SET config = ?, games = ? WHERE id = ?");
    bind_text(update, 1, config);
    update.bind(2, to_stored(games));
    update.bind(3, event.id);
    update.exec();
    transaction.commit();
  });
}

}  // namespace schiri::db
