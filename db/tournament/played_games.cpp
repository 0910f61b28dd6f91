#include "db/tournament/played_games.h"

#include "core/base/text.h"
#include "db/games/game_inserter.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

namespace {

std::vector<std::string> turns_of(std::string_view text) {
  if (text.empty()) return {};
  const auto turns = split(text, ' ');
  return {turns.begin(), turns.end()};
}

/// Inserts an opening unless the event has one of its number.
void insert_opening(SQLite::Database& database, std::int64_t event, const OpeningRow& opening) {
  Statement(database,
            "INSERT INTO opening (event_id, number, position, roll, turns)"
            " VALUES (?, ?, nullif(?, ''), nullif(?, ''), ?) ON CONFLICT DO NOTHING")
      .run(event, opening.number, opening.position, opening.roll, join(opening.turns, " "));
}

void insert_failure(SQLite::Database& database, std::int64_t game, const FailureRow& failure) {
  Statement(database,
            "INSERT INTO failure (game_id, side, remark, standard_error, protocol)"
            " VALUES (?, ?, ?, ?, ?)")
      .run(game, std::string(outcome_name(win_for(failure.side))), failure.remark,
           failure.standard_error, failure.protocol);
}

}  // namespace

void add_game(Store& store, const StoredEvent& event, std::uint64_t number,
              const FinishedRecord& game, const GameNotes& notes) {
  store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    const auto id = event.game_id(number);
    store.inserter().insert(id, event.id, number, RecordRow(game));
    if (notes.failure) insert_failure(store.connection().database(), id, *notes.failure);
    if (notes.opening) insert_opening(store.connection().database(), event.id, *notes.opening);
    transaction.commit();
  });
}

void add_void_game(Store& store, const StoredEvent& event, const VoidGame& game) {
  store.connection().run([&] {
    Statement(store.connection().database(),
              "INSERT INTO void_game (event_id, number, reason, record) VALUES (?, ?, ?, ?)")
        .run(event.id, game.number, game.reason, game.record);
  });
}

std::vector<std::uint64_t> stored_numbers(const Store& store, const StoredEvent& event) {
  return store.connection().run([&] {
    std::vector<std::uint64_t> numbers;
    Statement select(store.connection().database(),
                     "SELECT number FROM game WHERE event_id = ? AND number IS NOT NULL"
                     " ORDER BY number",
                     event.id);
    while (select.executeStep()) numbers.push_back(select.getColumn(0).getCount());
    return numbers;
  });
}

std::vector<StoredResult> stored_results(const Store& store, const StoredEvent& event) {
  return store.connection().run([&] {
    std::vector<StoredResult> results;
    Statement select(store.connection().database(),
                     "SELECT number, result, hash, termination IS 'abandoned' FROM game"
                     " WHERE event_id = ?"
                     " AND number IS NOT NULL ORDER BY number",
                     event.id);
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

std::vector<OpeningRow> stored_openings(const Store& store, const StoredEvent& event) {
  return store.connection().run([&] {
    std::vector<OpeningRow> openings;
    Statement select(store.connection().database(),
                     "SELECT number, coalesce(position, ''), coalesce(roll, ''), turns"
                     " FROM opening WHERE event_id = ? ORDER BY number",
                     event.id);
    while (select.executeStep()) {
      openings.push_back({select.getColumn(0).getCount(), select.getColumn(1).getString(),
                          select.getColumn(2).getString(),
                          turns_of(select.getColumn(3).getString())});
    }
    return openings;
  });
}

std::vector<std::pair<std::uint64_t, std::string>> stored_failures(const Store& store,
                                                                   const StoredEvent& event) {
  return store.connection().run([&] {
    std::vector<std::pair<std::uint64_t, std::string>> failures;
    Statement select(store.connection().database(),
                     "SELECT game.number, player.name FROM failure"
                     " JOIN game ON game.id = failure.game_id"
                     " JOIN player ON player.id = CASE failure.side"
                     " WHEN 'white' THEN game.white_id ELSE game.black_id END"
                     " WHERE game.event_id = ? AND game.number IS NOT NULL ORDER BY 1",
                     event.id);
    while (select.executeStep()) {
      failures.emplace_back(select.getColumn(0).getCount(), select.getColumn(1).getString());
    }
    return failures;
  });
}

std::vector<FailureGameRow> failure_games(const Store& store, const StoredEvent& event) {
  return store.connection().run([&] {
    std::vector<FailureGameRow> games;
    Statement select(store.connection().database(),
                     "SELECT game.number, game.round, white.name, black.name,"
                     " CASE failure.side WHEN 'white' THEN white.name ELSE black.name END,"
                     " coalesce(game.termination, ''), failure.remark FROM failure"
                     " JOIN game ON game.id = failure.game_id"
                     " JOIN player AS white ON white.id = game.white_id"
                     " JOIN player AS black ON black.id = game.black_id"
                     " WHERE game.event_id = ? AND game.number IS NOT NULL ORDER BY 1",
                     event.id);
    while (select.executeStep()) {
      const auto text = [&](int column) { return select.getColumn(column).getString(); };
      games.push_back(
          {select.getColumn(0).getCount(), text(1), text(2), text(3), text(4), text(5), text(6)});
    }
    return games;
  });
}

}  // namespace schiri::db
