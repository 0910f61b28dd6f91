#include "db/tournament/tournaments.h"

#include <algorithm>
#include <iterator>

#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/base/text.h"
#include "core/match/game.h"
#include "db/games/game_inserter.h"
#include "db/games/name_ids.h"
#include "db/games/record_row.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

/// Conditions may follow.
constexpr const char* select_tournaments =
    "SELECT id, name, config, games, first_game, shard, shards,"
    " (SELECT count(*) FROM game WHERE event_id = event.id AND number IS NOT NULL)"
    " FROM event WHERE config != ''";

StoredTournament tournament_of(Statement& row, SQLite::Database& database) {
  StoredTournament tournament;
  tournament.id = row.id(0);
  tournament.name = row.text(1);
  tournament.config = row.text(2);
  tournament.games = row.count(3);
  tournament.spans.push_back({1, row.id(4)});
  tournament.shards = static_cast<std::uint64_t>(row.getColumn(6).between(1, Column::most));
  tournament.shard = static_cast<std::uint64_t>(row.getColumn(5).between(1, row.bits(6)));
  tournament.stored = row.count(7);
  Statement spans(database,
                  "SELECT first_number, first_game FROM event_span WHERE event_id = ?"
                  " ORDER BY first_number",
                  tournament.id);
  while (spans.executeStep()) {
    const auto first = spans.getColumn(0).between(2, Column::most);
    tournament.spans.push_back({static_cast<std::uint64_t>(first), spans.id(1)});
  }
  return tournament;
}

}  // namespace

std::int64_t StoredTournament::game_id(std::uint64_t number) const {
  const auto after = std::find_if(spans.begin(), spans.end(), [&](const NumberSpan& span) {
    return span.first_number > number;
  });
  const NumberSpan& span = *std::prev(after);
  return span.first_game + to_stored(number - span.first_number);
}

std::vector<std::pair<std::int64_t, std::string>> stored_events(const Store& store) {
  return store.connection().rows("SELECT id, name FROM event ORDER BY id",
                                 [](Statement& row) { return std::pair(row.id(0), row.text(1)); });
}

bool has_event(const Store& store, std::string_view name) {
  return store.connection().run(
      [&] { return !ids_of_current_name(store.connection().database(), "event", name).empty(); });
}

std::vector<StoredTournament> stored_tournaments(const Store& store) {
  SQLite::Database& database = store.connection().database();
  return store.connection().rows(std::string(select_tournaments) + " ORDER BY id",
                                 [&](Statement& row) { return tournament_of(row, database); });
}

std::optional<StoredTournament> find_tournament(const Store& store, std::string_view name) {
  return store.connection().run([&]() -> std::optional<StoredTournament> {
    SQLite::Database& database = store.connection().database();
    const auto ids = ids_of_current_name(database, "event", name);
    if (ids.empty()) return std::nullopt;
    Statement select(database, std::string(select_tournaments) + " AND id = ?", ids.front());
    if (!select.executeStep()) return std::nullopt;
    return tournament_of(select, database);
  });
}

std::optional<StoredTournament> create_tournament(Store& store, const NewTournament& event) {
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
  return made ? find_tournament(store, event.name) : std::nullopt;
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

void end_tournament(Store& store, const StoredTournament& event, std::uint64_t last,
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

void extend_tournament(Store& store, const StoredTournament& event, const std::string& config,
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

void keep_verdict(Store& store, const StoredTournament& event, const Verdict& verdict) {
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

std::optional<Verdict> kept_verdict(const Store& store, const StoredTournament& event) {
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

void add_game(Store& store, const StoredTournament& event, std::uint64_t number,
              const RecordRow& game, const GameNotes& notes) {
  store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    const auto id = event.game_id(number);
    store.inserter().insert(id, event.id, number, game);
    if (notes.failure) insert_failure(store.connection().database(), id, *notes.failure);
    if (notes.opening) insert_opening(store.connection().database(), event.id, *notes.opening);
    transaction.commit();
  });
}

void add_void_game(Store& store, const StoredTournament& event, const VoidGame& game) {
  store.connection().run([&] {
    Statement(store.connection().database(),
              "INSERT INTO void_game (event_id, number, reason, record) VALUES (?, ?, ?, ?)")
        .run(event.id, game.number, game.reason, game.record);
  });
}

std::vector<std::uint64_t> stored_numbers(const Store& store, const StoredTournament& event) {
  return store.connection().rows(
      "SELECT number FROM game WHERE event_id = ? AND number IS NOT NULL ORDER BY number",
      [](Statement& row) { return row.count(0); }, event.id);
}

std::vector<StoredResult> stored_results(const Store& store, const StoredTournament& event) {
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

std::vector<OpeningRow> stored_openings(const Store& store, const StoredTournament& event) {
  return store.connection().rows(
      "SELECT number, position, roll, turns FROM opening WHERE event_id = ? ORDER BY number",
      [](Statement& row) {
        return OpeningRow{row.count(0), row.text(1), row.text(2), turns_of(row.text(3))};
      },
      event.id);
}

std::vector<std::pair<std::uint64_t, std::string>> stored_failures(const Store& store,
                                                                   const StoredTournament& event) {
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

std::vector<FailureGameRow> failure_games(const Store& store, const StoredTournament& event) {
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
