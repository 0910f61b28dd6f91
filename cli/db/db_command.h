#pragma once

#include "cli/command.h"

namespace schiri::cli {

// The parts of `schiri db`, each added to it.
void add_db_import(CLI::App& db, ExitStatus& status);
void add_db_export(CLI::App& db, ExitStatus& status);
void add_db_query(CLI::App& db, ExitStatus& status);
void add_db_merge(CLI::App& db, ExitStatus& status);
void add_db_check(CLI::App& db, ExitStatus& status);
void add_db_quarantine(CLI::App& db, ExitStatus& status);
/// rename-player, merge-players, delete-event, delete-game, replace-game, undo-import.
void add_db_change(CLI::App& db, ExitStatus& status);
void add_db_salvage(CLI::App& db, ExitStatus& status);
/// index, vacuum, backup.
void add_db_care(CLI::App& db, ExitStatus& status);

}  // namespace schiri::cli
