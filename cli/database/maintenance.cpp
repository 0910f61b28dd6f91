#include <filesystem>
#include <memory>

#include "cli/database/db_command.h"
#include "cli/input/game_source.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "db/games/store.h"
#include "db/position_index/position_index.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct MaintenanceOptions {
  std::string db;
  std::string output;
  bool rebuild = false;
};

std::string megabytes(std::uint64_t bytes) {
  return std::to_string((bytes + 500'000) / 1'000'000) + " MB";
}

ExitStatus run_index(const MaintenanceOptions& options) {
  db::Store store(options.db, db::Store::Mode::write);
  const db::IndexSize size = index_stored_games(store, options.rebuild);
  say(console::out, message("{0} {0:position|positions} of {1} {1:game|games} in the index",
                            size.positions, size.games));
  return ExitStatus::done;
}

ExitStatus run_vacuum(const MaintenanceOptions& options) {
  const auto size = [&] { return std::filesystem::file_size(options.db); };
  std::uint64_t before = 0;
  {
    db::Store store(options.db, db::Store::Mode::write);
    before = size();
    db::vacuum(store);
  }
  say(console::out, message("{0} before, {1} now", megabytes(before), megabytes(size())));
  return ExitStatus::done;
}

ExitStatus run_backup(const MaintenanceOptions& options) {
  const db::Store store(options.db, db::Store::Mode::read);
  if (std::filesystem::exists(options.output)) {
    throw InputError(
        message("{0} exists already; specify a new file", printable(options.output, 4096)));
  }
  db::back_up(store, options.output);
  return ExitStatus::done;
}

}  // namespace

void add_db_maintenance(Command& db) {
  const auto add = [&](const char* name, const char* description, const char* example,
                       ExitStatus (*run)(const MaintenanceOptions&)) {
    const auto added = db.add<MaintenanceOptions>(name, description, example, "database", run);
    add_database(added.command, added.options.db, "Use this database");
    return added;
  };
  const auto [index, index_options] =
      add("index", "Add new games to the index of positions, and report its size", "--db all.db",
          run_index);
  index.add_flag("--rebuild", index_options.rebuild, "Build the index again");
  add("vacuum", "Reclaim unused space", "--db all.db", run_vacuum);
  const auto [backup, backup_options] = add(
      "backup", "Back up a database, even during a tournament", "--db e.db -o copy.db", run_backup);
  backup.add_file("-o,--output", backup_options.output, "Write the copy to this new file")
      ->required();
}

}  // namespace schiri::cli
