#pragma once

#include <optional>
#include <string>

#include "core/base/message.h"

namespace schiri::cli {

/// The `schiri.toml` of a folder, which is untrusted.
struct FolderSettings {
  std::string text;
  Message objection;  ///< the reason why another user may have written it, a sentence; empty if
                      ///< none can
};

/// Reads it from one opened file, so that the judgement applies to the text that was read. For a
/// link, the target and its folder are judged as well. Returns nothing if there is none. Throws
/// UnusableError if it is not a regular file, larger than 64 KiB or unreadable.
std::optional<FolderSettings> read_folder_settings(const std::string& folder);

/// The text of a regular file of at most `most` bytes; nothing if there is none, it is larger or
/// unreadable.
std::optional<std::string> read_small_file(const std::string& path, std::size_t most);

/// The name of such a file, for messages.
std::string settings_file_of(const std::string& folder);

}  // namespace schiri::cli
