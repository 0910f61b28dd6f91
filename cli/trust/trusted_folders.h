#pragma once

#include <optional>
#include <string>
#include <vector>

namespace schiri::cli {

/// What `schiri trust FOLDER` trusts: the folder's settings as they are now, byte by byte.
struct FolderContents {
  std::string folder;    ///< canonical
  std::string settings;  ///< text of its schiri.toml
  std::string presets;   ///< text of the file of presets that this one names; empty without one
};

/// A folder as `schiri trust --list` shows it.
struct TrustedFolder {
  std::string folder;
  std::string digest;  ///< of what was trusted
};

/// Of all that decides what the folder's settings run, 64 hexadecimal digits.
std::string digest_of(const FolderContents& contents);

/// False where there is no state folder.
bool is_trusted(const FolderContents& contents);
/// Keeps it in the state folder, instead of what was trusted of the folder before. Throws
/// StateError.
void trust(const FolderContents& contents);
/// Forgets a folder; false if it was not trusted. Throws StateError.
bool distrust(const std::string& folder);
/// All, in the order of their paths. Throws StateError.
std::vector<TrustedFolder> trusted_folders();

}  // namespace schiri::cli
