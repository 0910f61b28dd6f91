#pragma once

#include <string>

namespace schiri {

/// Syncs the folder of a file, and with it the file's name, to disk. False, with errno, if the
/// system refuses; a folder that cannot be synced at all is no failure.
bool sync_folder_of(const std::string& path);

}  // namespace schiri
