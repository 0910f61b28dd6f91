#pragma once

#include <optional>
#include <string>

namespace schiri::cli {

/// What somebody wants where the command line says nothing.
struct Defaults {
  std::optional<std::string> database;  ///< from SCHIRI_DB, else from the file
  std::optional<unsigned> threads;
  std::optional<std::string> presets;  ///< a file of named bots
  std::string style = "auto";          ///< of boards: `auto`, `plain` or `colour`
};

/// Reads `schiri.toml`, once: that of the working directory, else that of the user
/// (`$XDG_CONFIG_HOME/schiri`, `~/.config/schiri`). Throws UsageError for a key that does not
/// exist, which names the nearest, and for an impossible value, UnusableError if the file cannot be
/// read.
const Defaults& defaults();

}  // namespace schiri::cli
