#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/base/message.h"

namespace schiri::cli {

/// Values of options that the command line leaves out.
struct Defaults {
  std::optional<std::string> database;  ///< from SCHIRI_DB, else from the file
  std::optional<unsigned> threads;
  std::optional<std::string> presets;  ///< a file of named bots, from the user's own file
  /// The programs of games of the user's own by name, from `[games]` of the user's own file.
  std::map<std::string, std::string> games;
  std::string style = "auto";           ///< of boards: `auto`, `plain` or `colour`
  std::optional<std::string> language;  ///< of output for users
  Message presets_advice = {};          ///< why those of the working directory do not count
};

/// None in a process of another program. Otherwise reads `schiri.toml`, once: that of the working
/// directory, otherwise that of the user
/// (`$XDG_CONFIG_HOME/schiri`, `~/.config/schiri`), and always the user's presets and games, as
/// they name programs. Throws InputError for a key that does not exist, which names the nearest,
/// and for an impossible value, UnusableError if the file cannot be read.
const Defaults& defaults();
/// Reads the defaults again each time.
Defaults read_defaults();

}  // namespace schiri::cli
