#include "db/filter.h"

#include "db/connection.h"

namespace schiri::db {

namespace {

// Dates are text, YYYY.MM.DD; unknown months and days count as the first.
constexpr const char* known_date =
    "game.date GLOB '[0-9][0-9][0-9][0-9].*' AND replace(game.date, '??', '01')";

}  // namespace

FilterQuery::FilterQuery(const GameFilter& filter) : limit_(filter.limit) {
  for (const std::string& player : filter.players) {
    require("(SELECT id FROM player WHERE name = ?) IN (game.white_id, game.black_id)", player);
  }
  const auto equals = [&](const char* condition, const std::string& value) {
    if (!value.empty()) require(condition, value);
  };
  equals("game.game = ?", filter.game);
  equals("game.variant = ?", filter.variant);
  equals("game.event_id = (SELECT id FROM event WHERE name = ?)", filter.event);
  equals("game.result = ?", filter.result);
  equals((std::string(known_date) + " >= ?").c_str(), filter.since);
  equals((std::string(known_date) + " <= ?").c_str(), filter.until);
}

void FilterQuery::require(const std::string& condition, const std::string& value) {
  conditions_.push_back(condition);
  values_.push_back(value);
}

std::string FilterQuery::clauses() const {
  std::string sql;
  for (const std::string& condition : conditions_) {
    sql += (sql.empty() ? " WHERE " : " AND ") + condition;
  }
  sql += " ORDER BY game.id";
  if (limit_) sql += " LIMIT ?";
  return sql;
}

void FilterQuery::bind(SQLite::Statement& statement) const {
  int index = 0;
  for (const std::string& value : values_) bind_text(statement, ++index, value);
  if (limit_) statement.bind(++index, to_stored(*limit_));
}

}  // namespace schiri::db
