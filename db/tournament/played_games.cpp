#include "db/tournament/played_games.h"

#include "core/base/text.h"
#include "core/match/game.h"
#include "db/games/game_inserter.h"
#include "db/games/record_row.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

namespace {

std::vector<std::string> turns_of(std::string_view text) {
  if (text.empty()) return {};
  const auto turns = split(text, ' ');
  return {turns.begin(), turns.end()};
}

Side side_of(const std::string& name) { return name == "white" ? Side::white : Side::black; }

/// Inserts an opening unless the event has one with its number.
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
  return store.connection().rows(
      "SELECT number FROM game WHERE event_id = ? AND number IS NOT NULL ORDER BY number",
      [](Statement& row) { return row.count(0); }, event.id);
}

std::vector<StoredResult> stored_results(const Store& store, const StoredEvent& event) {
  return store.connection().rows(
      "SELECT number, result, hash, termination IS 'abandoned', failure.side FROM game"
      " LEFT JOIN failure ON failure.game_id = game.id WHERE event_id = ?"
      " AND number IS NOT NULL ORDER BY number",
      [](Statement& row) {
        StoredResult stored{row.count(0), std::string(stored_result(row.getColumn(1))), row.hash(2),
                            row.flag(3)};
        if (!row.is_null(4)) stored.failed = side_of(row.text(4));
        return stored;
      },
      event.id);
}

std::vector<OpeningRow> stored_openings(const Store& store, const StoredEvent& event) {
  return store.connection().rows(
      "SELECT number, position, roll, turns FROM opening WHERE event_id = ? ORDER BY number",
      [](Statement& row) {
        return OpeningRow{row.count(0), row.text(1), row.text(2), turns_of(row.text(3))};
      },
      event.id);
}

std::vector<std::pair<std::uint64_t, std::string>> stored_failures(const Store& store,
                                                                   const StoredEvent& event) {
  return store.connection().rows(
      "SELECT game.number, player.name FROM failure JOIN game ON game.id = failure.game_id"
      " JOIN player ON player.id = CASE failure.side"
      " WHEN 'white' THEN game.white_id ELSE game.black_id END"
      " WHERE game.event_id = ? AND game.number IS NOT NULL ORDER BY 1",
      [](Statement& row) { return std::pair(row.count(0), row.text(1)); }, event.id);
}

std::optional<FailureRow> failure_of(const Store& store, std::int64_t game) {
  const auto rows = store.connection().rows(
      "SELECT side, remark, standard_error, protocol FROM failure WHERE game_id = ?",
      [](Statement& row) {
        return FailureRow{side_of(row.text(0)), row.text(1), row.text(2), row.text(3)};
      },
      game);
  return rows.empty() ? std::nullopt : std::optional(rows.front());
}

std::vector<FailureGameRow> failure_games(const Store& store, const StoredEvent& event) {
  return store.connection().rows(
      std::string("SELECT game.id, game.number, game.round, white.name, black.name,"
                  " CASE failure.side WHEN 'white' THEN white.name ELSE black.name END,"
                  " game.termination, failure.remark, failure.standard_error") +
          from_named_games +
          " JOIN failure ON failure.game_id = game.id"
          " WHERE game.event_id = ? AND game.number IS NOT NULL ORDER BY 2",
      [](Statement& row) {
        return FailureGameRow{row.id(0),   row.count(1), row.text(2), row.text(3), row.text(4),
                              row.text(5), row.text(6),  row.text(7), row.text(8)};
      },
      event.id);
}

}  // namespace schiri::db
