#include "db/repair/maintenance.h"

#include "db/sqlite/connection.h"

namespace schiri::db {

void back_up(const Store& store, const std::string& path) {
  store.connection().run([&] { store.connection().back_up(path); });
}

void vacuum(Store& store) {
  store.connection().run([&] { store.connection().database().exec("VACUUM"); });
}

}  // namespace schiri::db
