#pragma once

#include <optional>
#include <string>

#include "cli/trust/trusted_folders.h"
#include "core/base/message.h"

namespace schiri::cli {

/// Values of options that the command line leaves out.
struct Defaults {
  std::optional<std::string> database;  ///< from SCHIRI_DB, else from the file
  std::optional<unsigned> threads;
  std::optional<std::string> presets;   ///< a file of named bots
  std::string style = "auto";           ///< of boards: `auto`, `plain` or `colour`
  std::optional<std::string> language;  ///< of output for users
  /// Text of that file where it was trusted as it is, to be read instead of what is there later.
  std::optional<std::string> presets_text = {};
  std::string presets_advice = {};  ///< why those of the working directory do not count
  Message note = {};                ///< why the file of the working directory is ignored
};

/// The defaults that a folder's `schiri.toml` holds, and what of them there is to trust.
struct FolderDefaults {
  Defaults defaults;
  FolderContents contents;
};

/// Reads `schiri.toml`, once: that of the working directory, else that of the user
/// (`$XDG_CONFIG_HOME/schiri`, `~/.config/schiri`). The one of the working directory is ignored,
/// with a note, where another user may have written it, and its presets never count, as they name
/// programs, unless the folder is trusted (`schiri trust`). Throws InputError for a key that does
/// not exist, which names the nearest, and for an impossible value, UnusableError if the file
/// cannot be read.
const Defaults& defaults();
/// Reads the defaults again each time.
Defaults read_defaults();

/// Reads that of a folder; nothing if there is none. Throws as defaults() does.
std::optional<FolderDefaults> read_folder_defaults(const std::string& folder);

}  // namespace schiri::cli
