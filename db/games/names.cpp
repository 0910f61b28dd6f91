#include "db/games/names.h"

#include "db/games/name_ids.h"
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

}  // namespace

bool has_player(const Store& store, const std::string& name) {
  return store.connection().run(
      [&] { return !ids_of_name(store.connection().database(), "player", name).empty(); });
}

void visit_player_names(const Store& store, const std::function<void(std::string_view)>& visitor) {
  visit_names(store, "SELECT name FROM player ORDER BY name", visitor);
}

void visit_event_names(const Store& store, const std::function<void(std::string_view)>& visitor) {
  visit_names(store, "SELECT name FROM event ORDER BY name", visitor);
}

}  // namespace schiri::db
