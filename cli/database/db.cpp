#include "cli/database/db_command.h"
#include "cli/line/command.h"

namespace schiri::cli {

void add_db(Command& app) {
  Command& db = app.add_group("db", "Store games in a database, and query it",
                              "Example: schiri db import --db all.db *.pgn.gz", "database");
  add_db_import(db);
  add_db_export(db);
  add_db_query(db);
  add_db_merge(db);
  add_db_check(db);
  add_db_quarantine(db);
  add_db_change(db);
  add_db_salvage(db);
  add_db_maintenance(db);
}

}  // namespace schiri::cli
