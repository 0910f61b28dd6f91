#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "db/tournament/setting_table.h"

namespace schiri::cli {

/// Adds the options of these groups, group by group, in the order of the table.
void add_settings(Command& command, db::TournamentSettings& settings,
                  const std::vector<db::SettingGroup>& groups);

/// Adds the option of one setting; `help` replaces its help if the setting means something else in
/// this command.
void add_setting(Command& command, db::TournamentSettings& settings, const std::string& key,
                 const std::string& help = "");

}  // namespace schiri::cli
