#include "db/games/result_rows.h"

#include "core/base/message.h"
#include "db/games/record_row.h"

namespace schiri::db {

namespace {

std::unordered_map<std::int64_t, std::string> names_of(SQLite::Database& database,
                                                       const std::string& table) {
  std::unordered_map<std::int64_t, std::string> names;
  Statement select(database, "SELECT id, name FROM " + table);
  while (select.executeStep()) {
    names.emplace(select.id(0), select.text(1));
  }
  return names;
}

}  // namespace

ResultRows::ResultRows(Connection& connection)
    : path_(connection.path()),
      players_(names_of(connection.database(), "player")),
      events_(names_of(connection.database(), "event")) {}

rating::FinishedGame ResultRows::read(Statement& row) const {
  rating::FinishedGame game;
  game.event = name_of("event", events_, row.id(0));
  game.white = name_of("player", players_, row.id(1));
  game.black = name_of("player", players_, row.id(2));
  game.hash = row.hash(3);
  game.game = row.getColumn(4).view();
  game.variant = row.getColumn(5).view();
  game.round = row.getColumn(6).view();
  game.date = row.getColumn(7).view();
  game.result = stored_outcome(stored_result(row.getColumn(result_column)));
  game.termination = row.getColumn(termination_column).view();
  game.unplayed = row.flag(10);
  game.turns = row.count(11);
  game.position = row.getColumn(12).view();
  return game;
}

const std::string& ResultRows::name_of(const char* what, const Names& names,
                                       std::int64_t id) const {
  const auto found = names.find(id);
  if (found != names.end()) return found->second;
  throw StoreDamaged(message(
      "{0}: the database is damaged: a game refers to the {1} {2}, which does not exist; run "
      "'schiri db check'",
      path_, what, id));
}

}  // namespace schiri::db
