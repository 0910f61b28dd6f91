#include "cli/database/db_command.h"
#include "cli/line/command.h"

namespace schiri::cli {

void add_db(Command& app, ExitStatus& status) {
  Command* db = app.add_subcommand("db", "Store games in a database, and query it");
  db->footer("Example: schiri db import --db all.db *.pgn.gz\nManual: schiri help database");
  db->require_subcommand(1);
  add_db_import(*db, status);
  add_db_export(*db, status);
  add_db_query(*db, status);
  add_db_merge(*db, status);
  add_db_check(*db, status);
  add_db_quarantine(*db, status);
  add_db_change(*db, status);
  add_db_salvage(*db, status);
  add_db_maintenance(*db, status);
}

}  // namespace schiri::cli
