#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "db/tournament/setting_table.h"

namespace schiri::cli {

/// The help of settings that mean something else, or have another default, in a command, by key.
using OtherHelp = std::map<std::string, std::string>;

/// Adds the options of these groups, group by group, in the order of the table.
void add_settings(Command& command, db::TournamentSettings& settings,
                  const std::vector<db::SettingGroup>& groups, const OtherHelp& other = {});

/// Adds the option of one setting; `help` replaces its help, see OtherHelp.
void add_setting(Command& command, db::TournamentSettings& settings, const std::string& key,
                 const std::string& help = "");

}  // namespace schiri::cli
