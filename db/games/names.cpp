#include "db/games/names.h"

#include "db/games/aliases.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

void visit_names(const Store& store, const char* sql,
                 const std::function<void(std::string_view)>& visitor) {
  store.connection().run([&] {
    Statement names(store.connection().database(), sql);
    while (names.executeStep()) visitor(names.getColumn(0).view());
  });
}

std::string current(const Store& store, const std::string& kind, const std::string& name) {
  return store.connection().run(
      [&] { return current_name(store.connection().database(), kind, name); });
}

bool has(const Store& store, const std::string& kind, const std::string& name) {
  return store.connection().run(
      [&] { return !ids_of_current_name(store.connection().database(), kind, name).empty(); });
}

}  // namespace

bool has_player(const Store& store, const std::string& name) { return has(store, "player", name); }
bool has_event(const Store& store, const std::string& name) { return has(store, "event", name); }

std::string current_player_name(const Store& store, const std::string& name) {
  return current(store, "player", name);
}

std::string current_event_name(const Store& store, const std::string& name) {
  return current(store, "event", name);
}

void require_distinct_players(const Store& store, const std::string& source,
                              const std::vector<std::string>& names) {
  store.connection().run([&] {
    require_distinct_players(store.connection().database(), store.path(), source, names);
  });
}

void visit_player_names(const Store& store, const std::function<void(std::string_view)>& visitor) {
  visit_names(store, "SELECT name FROM player ORDER BY name", visitor);
}

void visit_event_names(const Store& store, const std::function<void(std::string_view)>& visitor) {
  visit_names(store, "SELECT name FROM event ORDER BY name", visitor);
}

}  // namespace schiri::db
