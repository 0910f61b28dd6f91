#include "db/edit/merge.h"

#include <memory>

#include "cli/database/db_command.h"
#include "cli/input/inputs.h"
#include "cli/line/confirmation.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/tournament/merge_report.h"

namespace schiri::cli {

namespace {

struct MergeOptions {
  std::string db;
  std::vector<std::string> others;
  db::Corrections corrections = db::Corrections::report;
};

ExitStatus run_merge(const MergeOptions& options) {
  db::Store store(options.db, db::Store::Mode::create);
  store.discard_if_unused();
  MergeReport report;
  ExitStatus status = ExitStatus::done;
  for (const std::string& other : options.others) {
    status = worse(status, report.merge(store, other, other, options.corrections));
  }
  report.print(console::out, store);
  return status;
}

}  // namespace

void add_db_merge(Command& db) {
  const auto [command, options] =
      db.add<MergeOptions>("merge", "Merge other databases into one, each game once",
                           "--db all.db shard1.db shard2.db", "database", run_merge);
  add_database(command, options.db, "Add the games to this database, created if missing");
  command.add_file("OTHER", options.others, "The databases to read")->required();
  add_corrections_option(command, options.corrections);
}

}  // namespace schiri::cli
