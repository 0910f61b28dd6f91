#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/sqlite/statement.h"

namespace schiri::db {

/// A bot in the plan of an event that was played here.
struct PlannedBot {
  std::int64_t event = 0;
  std::string event_name;
  std::int64_t index = 0;  ///< among the bots of the plan
};

/// The bots of this name, by event. Throws SQLite::Exception, as do all below.
std::vector<PlannedBot> planned_bots(SQLite::Database& database, const std::string& name);
/// Gives all bots of a name another one.
void rename_bots(SQLite::Database& database, const std::string& from, const std::string& to);
/// A plan in which the event and the bots have the names that they have in this database, aliases
/// considered; unchanged text if no name changes or it is no plan.
std::string with_current_names(SQLite::Database& database, const std::string& plan);
/// The names of the bots of a plan; none if it is no plan.
std::vector<std::string> names_of_bots(const std::string& plan);

}  // namespace schiri::db
