#include "db/connection.h"

namespace schiri::db {

namespace {

constexpr const char* select_events =
    "SELECT id, name, config, games, first_game, shard, shards,"
    " (SELECT count(*) FROM game WHERE event_id = event.id AND (number IS NOT NULL"
    " OR config IS NULL)) FROM event";

StoredEvent event_of(SQLite::Statement& row) {
  StoredEvent event;
  event.id = row.getColumn(0).getInt64();
  event.name = row.getColumn(1).getString();
  event.config = row.getColumn(2).getString();
  event.games = from_stored(row.getColumn(3).getInt64());
  event.first_game = row.getColumn(4).getInt64();
  event.shard = from_stored(row.getColumn(5).getInt64());
  event.shards = from_stored(row.getColumn(6).getInt64());
  event.stored = from_stored(row.getColumn(7).getInt64());
  return event;
}

}  // namespace

std::vector<StoredEvent> Store::events() const {
  return connection_->run([&] {
    std::vector<StoredEvent> events;
    SQLite::Statement select(connection_->database(), std::string(select_events) + " ORDER BY id");
    while (select.executeStep()) events.push_back(event_of(select));
    return events;
  });
}

std::optional<StoredEvent> Store::find_event(std::string_view name) const {
  return connection_->run([&]() -> std::optional<StoredEvent> {
    SQLite::Statement select(connection_->database(),
                             std::string(select_events) + " WHERE name = ?");
    select.bind(1, std::string(name));
    if (!select.executeStep()) return std::nullopt;
    return event_of(select);
  });
}

std::optional<StoredEvent> Store::create_event(const NewEvent& event) {
  const bool made = connection_->run([&] {
    WriteTransaction transaction(*connection_);
    SQLite::Statement insert(connection_->database(),
                             "INSERT INTO event (name, config, games, first_game, shard, shards)"
                             " SELECT ?1, ?2, ?3, ?4, ?5, ?6"
                             " WHERE NOT EXISTS (SELECT 1 FROM event WHERE name = ?1)");
    insert.bind(1, event.name);
    insert.bind(2, event.config);
    insert.bind(3, to_stored(event.games));
    insert.bind(4, connection_->next_game_id());
    insert.bind(5, to_stored(event.shard));
    insert.bind(6, to_stored(event.shards));
    const bool inserted = insert.exec() == 1;
    transaction.commit();
    return inserted;
  });
  return made ? find_event(event.name) : std::nullopt;
}

std::vector<std::uint64_t> Store::stored_numbers(const StoredEvent& event) const {
  return connection_->run([&] {
    std::vector<std::uint64_t> numbers;
    SQLite::Statement select(connection_->database(),
                             "SELECT number FROM game WHERE event_id = ? AND number IS NOT NULL"
                             " ORDER BY number");
    select.bind(1, event.id);
    while (select.executeStep()) numbers.push_back(from_stored(select.getColumn(0).getInt64()));
    return numbers;
  });
}

std::vector<StoredResult> Store::stored_results(const StoredEvent& event) const {
  return connection_->run([&] {
    std::vector<StoredResult> results;
    SQLite::Statement select(connection_->database(),
                             "SELECT number, result, hash FROM game WHERE event_id = ?"
                             " AND number IS NOT NULL ORDER BY number");
    select.bind(1, event.id);
    while (select.executeStep()) {
      results.push_back({from_stored(select.getColumn(0).getInt64()),
                         select.getColumn(1).getString(), std::nullopt});
      if (!select.getColumn(2).isNull()) {
        results.back().hash = from_stored(select.getColumn(2).getInt64());
      }
    }
    return results;
  });
}

void Store::end_event(const StoredEvent& event, std::uint64_t last) {
  connection_->run([&] {
    WriteTransaction transaction(*connection_);
    for (const char* table : {"movetext WHERE game_id", "failure WHERE game_id", "game WHERE id"}) {
      SQLite::Statement remove(connection_->database(),
                               std::string("DELETE FROM ") + table +
                                   " IN (SELECT id FROM game WHERE event_id = ? AND number > ?)");
      remove.bind(1, event.id);
      remove.bind(2, to_stored(last));
      remove.exec();
    }
    SQLite::Statement update(connection_->database(), "UPDATE event SET games = ? WHERE id = ?");
    update.bind(1, to_stored(last));
    update.bind(2, event.id);
    update.exec();
    transaction.commit();
  });
}

std::map<std::string, std::uint64_t> Store::failures(const StoredEvent& event) const {
  return connection_->run([&] {
    std::map<std::string, std::uint64_t> failures;
    SQLite::Statement select(connection_->database(),
                             "SELECT player.name, count(*) FROM failure"
                             " JOIN game ON game.id = failure.game_id"
                             " JOIN player ON player.id = CASE failure.side"
                             " WHEN 'white' THEN game.white_id ELSE game.black_id END"
                             " WHERE game.event_id = ? GROUP BY player.id");
    select.bind(1, event.id);
    while (select.executeStep()) {
      failures[select.getColumn(0).getString()] = from_stored(select.getColumn(1).getInt64());
    }
    return failures;
  });
}

void Store::add_game(const StoredEvent& event, std::uint64_t number, const FinishedRecord& game) {
  connection_->run([&] {
    WriteTransaction transaction(*connection_);
    const auto id = event.first_game + to_stored(number) - 1;
    connection_->insert_game(id, event.id, number, RecordRow(game));
    if (game.failure) connection_->insert_failure(id, *game.failure);
    transaction.commit();
  });
}

}  // namespace schiri::db
