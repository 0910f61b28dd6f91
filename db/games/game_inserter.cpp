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
  insert_game(id, event, number, row);
  insert_movetext(id, row);
}

void GameInserter::insert_game(std::int64_t id, std::int64_t event,
                               std::optional<std::uint64_t> number, const RecordRow& row) {
  Statement& insert = statements().game;
  int index = 0;
  const auto bind = [&](const auto& value) { bind_uncopied(insert, ++index, value); };
  const auto bind_optional = [&](const auto& value) {
    value ? bind_uncopied(insert, ++index, *value) : insert.bind(++index);
  };
  const auto stored = [](const std::optional<std::uint64_t>& value) {
    return value ? std::optional(to_stored(*value)) : std::nullopt;
  };
  bind(id);
  bind(event);
  bind_optional(stored(number));
  bind(row.round);
  bind(row.site);
  bind(row.date);
  bind(player_id(row.white));
  bind(player_id(row.black));
  bind(row.result);
  bind(row.game);
  bind(row.variant);
  bind_optional(row.position);
  bind_optional(row.roll);
  bind_optional(row.termination);
  bind_optional(row.other_tags);
  bind_optional(row.outcome);
  bind_optional(row.reason);
  bind(to_stored(row.turns));
  bind_optional(stored(row.hash));
  insert.exec();
  insert.reset();
}

void GameInserter::insert_movetext(std::int64_t id, const RecordRow& row) {
  Statement& insert = statements().movetext;
  insert.bind(1, id);
  bind_text(insert, 2, row.movetext);
  bind_text_or_null(insert, 3, row.comments ? &*row.comments : nullptr);
  insert.exec();
  insert.reset();
}

}  // namespace schiri::db
