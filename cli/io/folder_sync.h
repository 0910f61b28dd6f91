#pragma once

#include <string>

namespace schiri::cli {

/// Has the folder that a file lies in brought to its disk, and with it the file's name. False, with
/// errno, where the system refuses; where a folder cannot be synced at all that is none.
bool sync_folder_of(const std::string& path);

}  // namespace schiri::cli
