#pragma once

#include "cli/line/command.h"

/// The command `db` and its subcommands, a file for each, with options, confirmations and output;
/// the work is done in db/. Used only by the program; uses input/, line/, print/, records/ and
/// tournament/.
namespace schiri::cli {

// Each function adds subcommands to `schiri db`.
void add_db_import(Command& db);
void add_db_export(Command& db);
void add_db_query(Command& db);
void add_db_merge(Command& db);
void add_db_check(Command& db);
void add_db_quarantine(Command& db);
/// rename-player, merge-players, rename-event, merge-events, add-alias, delete-alias, delete-event,
/// delete-list, delete-game, replace-game, undo-import.
void add_db_change(Command& db);
void add_db_salvage(Command& db);
/// index, vacuum, backup.
void add_db_maintenance(Command& db);

}  // namespace schiri::cli
