#include <algorithm>
#include <iterator>

#include "core/base/text.h"
#include "db/games/game_inserter.h"
#include "db/sqlite/connection.h"

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

/// With the spans that were added later.
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

std::vector<std::string> turns_of(std::string_view text) {
  if (text.empty()) return {};
  const auto turns = split(text, ' ');
  return {turns.begin(), turns.end()};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// Unless the event has an opening of this number.
void insert_opening(SQLite::Database& database, std::int64_t event, const OpeningRow& opening) {
  Statement insert(database,
                   "INSERT INTO opening (event_id, number, position, roll, turns)"
                   " VALUES (?, ?, nullif(?, ''), nullif(?, ''), ?)"
                   " ON CONFLICT DO NOTHING");
  const std::string turns = joined(opening.turns);
  insert.bind(1, event);
  insert.bind(2, to_stored(opening.number));
  bind_text(insert, 3, opening.position);
  bind_text(insert, 4, opening.roll);
  bind_text(insert, 5, turns);
  insert.exec();
}

void insert_failure(SQLite::Database& database, std::int64_t game, const FailureRow& failure) {
  Statement insert(database,
                   "INSERT INTO failure (game_id, side, remark, standard_error, protocol)"
                   " VALUES (?, ?, ?, ?, ?)");
  insert.bind(1, game);
  insert.bind(2, failure.side == Side::white ? "white" : "black");
  bind_text(insert, 3, failure.remark);
  bind_text(insert, 4, failure.standard_error);
  bind_text(insert, 5, failure.protocol);
  insert.exec();
}

}  // namespace

std::int64_t StoredEvent::game_id(std::uint64_t number) const {
  const auto after = std::find_if(spans.begin(), spans.end(), [&](const EventSpan& span) {
    return span.first_number > number;
  });
  const EventSpan& span = *std::prev(after);
  return span.first_game + to_stored(number - span.first_number);
}

std::vector<StoredEvent> Store::events() const {
  return connection_->run([&] {
    std::vector<StoredEvent> events;
    Statement select(connection_->database(), std::string(select_events) + " ORDER BY id");
    while (select.executeStep()) {
      events.push_back(complete(event_of(select), connection_->database()));
    }
    return events;
  });
}

std::optional<StoredEvent> Store::find_event(std::string_view name) const {
  return connection_->run([&]() -> std::optional<StoredEvent> {
    const auto ids = ids_of_name(connection_->database(), "event", name);
    if (ids.empty()) return std::nullopt;
    Statement select(connection_->database(), std::string(select_events) + " WHERE id = ?");
    select.bind(1, ids.front());
    if (!select.executeStep()) return std::nullopt;
    return complete(event_of(select), connection_->database());
  });
}

std::optional<StoredEvent> Store::create_event(const NewEvent& event) {
  const bool made = connection_->run([&] {
    WriteTransaction transaction(*connection_);
    if (!ids_of_name(connection_->database(), "event", event.name).empty()) return false;
    Statement insert(connection_->database(),
                     "INSERT INTO event (name, config, games, first_game, shard, shards)"
                     " VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(1, event.name);
    insert.bind(2, event.config);
    insert.bind(3, to_stored(event.games));
    insert.bind(4, inserter_->next_game_id());
    insert.bind(5, to_stored(event.shard));
    insert.bind(6, to_stored(event.shards));
    insert.exec();
    transaction.commit();
    return true;
  });
  return made ? find_event(event.name) : std::nullopt;
}

std::vector<std::uint64_t> Store::stored_numbers(const StoredEvent& event) const {
  return connection_->run([&] {
    std::vector<std::uint64_t> numbers;
    Statement select(connection_->database(),
                     "SELECT number FROM game WHERE event_id = ? AND number IS NOT NULL"
                     " ORDER BY number");
    select.bind(1, event.id);
    while (select.executeStep()) numbers.push_back(select.getColumn(0).getCount());
    return numbers;
  });
}

std::vector<StoredResult> Store::stored_results(const StoredEvent& event) const {
  return connection_->run([&] {
    std::vector<StoredResult> results;
    Statement select(connection_->database(),
                     "SELECT number, result, hash, termination IS 'abandoned' FROM game"
                     " WHERE event_id = ?"
                     " AND number IS NOT NULL ORDER BY number");
    select.bind(1, event.id);
    while (select.executeStep()) {
      results.push_back({select.getColumn(0).getCount(),
                         std::string(stored_result(select.getColumn(1))), std::nullopt,
                         select.getColumn(3).getBool()});
      if (!select.getColumn(2).isNull()) {
        results.back().hash = from_stored(select.getColumn(2).getInt64());
      }
    }
    return results;
  });
}

void Store::end_event(const StoredEvent& event, std::uint64_t last, std::uint64_t last_opening) {
  connection_->run([&] {
    WriteTransaction transaction(*connection_);
    for (const char* table : {"movetext WHERE game_id", "failure WHERE game_id", "game WHERE id"}) {
      Statement remove(connection_->database(),
                       std::string("DELETE FROM ") + table +
                           " IN (SELECT id FROM game WHERE event_id = ? AND number > ?)");
      remove.bind(1, event.id);
      remove.bind(2, to_stored(last));
      remove.exec();
    }
    Statement forget(connection_->database(),
                     "DELETE FROM opening WHERE event_id = ? AND number > ?");
    forget.bind(1, event.id);
    forget.bind(2, to_stored(last_opening));
    forget.exec();
    Statement update(connection_->database(), "UPDATE event SET games = ? WHERE id = ?");
    update.bind(1, to_stored(last));
    update.bind(2, event.id);
    update.exec();
    transaction.commit();
  });
}

void Store::extend_event(const StoredEvent& event, const std::string& config, std::uint64_t games) {
  connection_->run([&] {
    WriteTransaction transaction(*connection_);
    if (games > event.games) {
      Statement span(connection_->database(), "INSERT INTO event_span VALUES (?, ?, ?)");
      span.bind(1, event.id);
      span.bind(2, to_stored(event.games + 1));
      span.bind(3, inserter_->next_game_id());
      span.exec();
    }
    Statement update(connection_->database(),
                     "UPDATE event SET config = ?, games = ? WHERE id = ?");
    bind_text(update, 1, config);
    update.bind(2, to_stored(games));
    update.bind(3, event.id);
    update.exec();
    transaction.commit();
  });
}

std::vector<OpeningRow> Store::openings(const StoredEvent& event) const {
  return connection_->run([&] {
    std::vector<OpeningRow> openings;
    Statement select(connection_->database(),
                     "SELECT number, coalesce(position, ''), coalesce(roll, ''), turns"
                     " FROM opening WHERE event_id = ? ORDER BY number");
    select.bind(1, event.id);
    while (select.executeStep()) {
      openings.push_back({select.getColumn(0).getCount(), select.getColumn(1).getString(),
                          select.getColumn(2).getString(),
                          turns_of(select.getColumn(3).getString())});
    }
    return openings;
  });
}

void Store::add_void_game(const StoredEvent& event, const VoidGame& game) {
  connection_->run([&] {
    Statement insert(connection_->database(),
                     "INSERT INTO void_game (event_id, number, reason, record)"
                     " VALUES (?, ?, ?, ?)");
    insert.bind(1, event.id);
    insert.bind(2, to_stored(game.number));
    bind_text(insert, 3, game.reason);
    bind_text(insert, 4, game.record);
    insert.exec();
  });
}

std::vector<std::pair<std::uint64_t, std::string>> Store::failures(const StoredEvent& event) const {
  return connection_->run([&] {
    std::vector<std::pair<std::uint64_t, std::string>> failures;
    Statement select(connection_->database(),
                     "SELECT game.number, player.name FROM failure"
                     " JOIN game ON game.id = failure.game_id"
                     " JOIN player ON player.id = CASE failure.side"
                     " WHEN 'white' THEN game.white_id ELSE game.black_id END"
                     " WHERE game.event_id = ? AND game.number IS NOT NULL ORDER BY 1");
    select.bind(1, event.id);
    while (select.executeStep()) {
      failures.emplace_back(select.getColumn(0).getCount(), select.getColumn(1).getString());
    }
    return failures;
  });
}

void Store::add_game(const StoredEvent& event, std::uint64_t number, const FinishedRecord& game) {
  connection_->run([&] {
    WriteTransaction transaction(*connection_);
    const auto id = event.game_id(number);
    inserter_->insert(id, event.id, number, RecordRow(game));
    if (game.failure) insert_failure(connection_->database(), id, *game.failure);
    if (game.opening) insert_opening(connection_->database(), event.id, *game.opening);
    transaction.commit();
  });
}

}  // namespace schiri::db
