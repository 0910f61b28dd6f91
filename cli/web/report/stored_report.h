#pragma once

#include <string>

#include "cli/web/report/builder.h"
#include "db/games/store.h"
#include "db/query/game_filter.h"

namespace schiri::cli {

/// Adds the games of a database that the filter chooses, the standing of the over-the-board event
/// to which they belong, if they do, and notes on tournaments that are not complete. Throws
/// StoreError.
void add_stored_games(const db::Store& store, const db::GameFilter& filter, ReportBuilder& builder);

/// Writes the report of one event in the language of the environment, as `schiri report --db FILE
/// --event NAME -o PATH` does. Throws StoreError, and InputError if the file cannot be written.
void write_event_report(const db::Store& store, const std::string& event, const std::string& path);

}  // namespace schiri::cli
