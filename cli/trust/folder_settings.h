#pragma once

#include <optional>
#include <string>

namespace schiri::cli {

/// The `schiri.toml` of a folder, which a stranger may have written.
struct FolderSettings {
  std::string text;
  std::string
      objection;  ///< why somebody else may have written it, a sentence; empty if nobody may
};

/// Reads it from one opened file, so that what is judged is what was read. A link counts only if
/// all of this holds of the file that it leads to and of that file's folder as well. Nothing if
/// there is none. Throws UnusableError if it is no regular file, is larger than 64 KiB or cannot be
/// read.
std::optional<FolderSettings> read_folder_settings(const std::string& folder);

/// The whole text of a regular file, which is only read, up to `most` bytes. Nothing if there is
/// none, it is larger or cannot be read.
std::optional<std::string> read_small_file(const std::string& path, std::size_t most);

/// The name of such a file, for messages.
std::string settings_file_of(const std::string& folder);

}  // namespace schiri::cli
