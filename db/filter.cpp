#include "db/filter.h"

#include "db/connection.h"

namespace schiri::db {

namespace {

// Dates are text, YYYY.MM.DD; unknown months and days count as the first.
constexpr const char* known_date =
    "game.date GLOB '[0-9][0-9][0-9][0-9].*' AND replace(game.date, char(63, 63), '01')";

}  // namespace

FilterQuery::FilterQuery(const GameFilter& filter) : limit_(filter.limit) {
  for (const std::string& player : filter.players) {
    require(
        "(game.white_id = (SELECT id FROM player WHERE name = ?)"
        " OR game.black_id = (SELECT id FROM player WHERE name = ?))",
        player);
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

void FilterQuery::require(std::string condition, const std::string& value) {
  values_.push_back(value);
  // Each ? of the condition means the same value: ?1, ?2, ...
  const std::string parameter = "?" + std::to_string(values_.size());
  for (auto at = condition.find('?'); at != condition.npos; at = condition.find('?', at + 2)) {
    condition.replace(at, 1, parameter);
  }
  conditions_.push_back(std::move(condition));
}

std::string FilterQuery::clauses() const {
  std::string sql;
  for (const std::string& condition : conditions_) {
    sql += (sql.empty() ? " WHERE " : " AND ") + condition;
  }
  sql += " ORDER BY game.id";
  if (limit_) sql += " LIMIT ?" + std::to_string(values_.size() + 1);
  return sql;
}

void FilterQuery::bind(SQLite::Statement& statement) const {
  int index = 0;
  for (const std::string& value : values_) bind_text(statement, ++index, value);
  if (limit_) statement.bind(++index, to_stored(*limit_));
}

}  // namespace schiri::db
