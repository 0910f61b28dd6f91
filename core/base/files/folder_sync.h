#pragma once

#include <string>

namespace schiri {

/// Syncs the folder that a file lies in, and with it the file's name, to disk. False, with errno,
/// where the system refuses; that a folder cannot be synced at all is no refusal.
bool sync_folder_of(const std::string& path);

}  // namespace schiri
