#include "db/games/game_inserter.h"

namespace schiri::db {

GameInserter::Statements::Statements(SQLite::Database& database)
    : game(database,
           "INSERT INTO game (id, event_id, number, round, site, date, white_id, black_id,"
           " result, game, variant, position, roll, termination, tags, outcome, reason,"
           " turns, hash) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
      movetext(database, "INSERT INTO movetext (game_id, text, comments) VALUES (?,?,?)") {}

GameInserter::GameInserter(Connection& connection)
    : connection_(connection),
      players_(connection.database(), "player"),
      events_(connection.database(), "event") {
  connection_.attach(*this);
}

GameInserter::~GameInserter() { connection_.detach(*this); }

void GameInserter::drop_statements() noexcept {
  players_.drop_statements();
  events_.drop_statements();
  statements_.reset();
}

void GameInserter::forget_rows() noexcept {
  players_.forget();
  events_.forget();
}

GameInserter::Statements& GameInserter::statements() {
  return statements_ ? *statements_ : statements_.emplace(connection_.database());
}

std::int64_t GameInserter::next_game_id() {
  return single_value(connection_.database(),
                      "SELECT 1 + max((SELECT coalesce(max(id), 0) FROM game),"
                      " (SELECT coalesce(max(last_game), 0) FROM import),"
                      " (SELECT last_id FROM gone_game),"
                      " (SELECT coalesce(max(first_game + games - 1), 0) FROM event),"
                      " (SELECT coalesce(max(s.first_game + games - first_number), 0)"
                      " FROM event_span AS s JOIN event ON event.id = s.event_id)) AS next_id")
      .between(1, Column::most / 2);
}

void GameInserter::insert(std::int64_t id, std::int64_t event, std::optional<std::uint64_t> number,
                          const RecordRow& row) {
  insert_row(id, {event, player_id(row.white), player_id(row.black)}, number, row);
}

void GameInserter::insert(std::int64_t id, const GameNameIds& names, const RecordRow& row) {
  insert_row(id, names, std::nullopt, row);
}

void GameInserter::insert_row(std::int64_t id, const GameNameIds& names,
                              std::optional<std::uint64_t> number, const RecordRow& row) {
  Statements& insert = statements();
  insert.game.run(id, names.event, number, row.round, row.site, row.date, names.white, names.black,
                  row.result, row.game, row.variant, row.position, row.roll, row.termination,
                  row.other_tags, row.outcome, row.reason, row.turns, row.hash);
  insert.movetext.run(id, row.movetext, row.comments);
}

}  // namespace schiri::db
