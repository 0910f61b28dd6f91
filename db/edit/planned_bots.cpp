#include "db/edit/planned_bots.h"

#include "core/base/names.h"
#include "db/games/name_ids.h"
#include "notation/text/json.h"

namespace schiri::db {

std::vector<PlannedBot> planned_bots(SQLite::Database& database, const std::string& name) {
  std::vector<PlannedBot> bots;
  Statement select(database,
                   "SELECT event.id, event.name, bot.key, bot.value ->> '$.name' FROM event,"
                   " json_each(iif(json_valid(event.config), event.config, '{}'), '$.bots') AS bot"
                   " ORDER BY 1, 3");
  while (select.executeStep()) {
    if (!is_same_name(select.text(3), name)) continue;
    bots.push_back({select.id(0), select.text(1), static_cast<std::int64_t>(select.count(2))});
  }
  return bots;
}

void rename_bots(SQLite::Database& database, const std::string& from, const std::string& to) {
  for (const PlannedBot& bot : planned_bots(database, from)) {
    Statement(database, "UPDATE event SET config = json_set(config, ?, ?) WHERE id = ?")
        .run("$.bots[" + std::to_string(bot.index) + "].name", to, bot.event);
  }
}

std::vector<std::string> names_of_bots(const std::string& plan) {
  std::vector<std::string> names;
  const auto json = Json::parse_if_valid(plan);
  const Json* bots = json && json->is_object() ? json->find("bots") : nullptr;
  if (!bots || !bots->is_array()) return names;
  for (const Json& bot : *bots) {
    const Json* name = bot.is_object() ? bot.find("name") : nullptr;
    if (name && name->is_string()) names.push_back(std::string(name->text()));
  }
  return names;
}

std::string with_current_names(SQLite::Database& database, const std::string& plan) {
  const auto json = Json::parse_if_valid(plan);
  if (!json || !json->is_object()) return plan;
  std::string renamed = plan;
  const auto rename = [&](const std::string& path, const char* kind, const Json* name) {
    if (!name || !name->is_string()) return;
    const std::string current = current_name(database, kind, name->text());
    if (current == name->text()) return;
    Statement set(database, "SELECT json_set(?, ?, ?)", renamed, path, current);
    if (set.executeStep()) renamed = set.text(0);
  };
  rename("$.event", "event", json->find("event"));
  const Json* bots = json->find("bots");
  if (!bots || !bots->is_array()) return renamed;
  for (std::size_t i = 0; i < bots->size(); ++i) {
    const Json& bot = bots->at(i);
    if (bot.is_object()) {
      rename("$.bots[" + std::to_string(i) + "].name", "player", bot.find("name"));
    }
  }
  return renamed;
}

}  // namespace schiri::db
